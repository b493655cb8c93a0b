//! One question of a test: what was ranked and what is known of it.

use evidence::cover::Cover;
use evidence::{Evidence, Locator};
use retrieval::arrival::Arrival;
use retrieval::record::Item;
use retrieval::view::{List, NO_CONTEXT, NO_TOKENS, View};
use retrieval::{Judged, Measure, Placed};
use statistics::Score;

#[derive(Clone, Debug, Default)]
pub struct Case {
    /// Id and grade, negative where pooled but unjudged.
    pub grades: Vec<(String, i32)>,
    pub run: Vec<Item>,
    pub evidence: Option<Evidence>,
    pub tokens: Option<Vec<u64>>,
    pub rel: i32,
}

impl Case {
    pub fn new(grades: &[(&str, i32)], run: &[&str]) -> Self {
        Self {
            grades: grades.iter().map(|&(id, grade)| (id.to_owned(), grade)).collect(),
            run: run.iter().map(|&id| passage(id)).collect(),
            rel: 1,
            ..Self::default()
        }
    }

    pub fn view<R>(&self, look: impl FnOnce(&View<'_>) -> R) -> R {
        let grade = |id: &str| self.grades.iter().find(|(judged, _)| judged == id).map(|&(_, grade)| grade);
        let ranked = self.run.iter().zip(1..);
        let placed: Vec<Placed> = ranked.filter_map(|(item, rank)| Some(Placed { rank, grade: grade(&item.id)? })).collect();
        let mut grades: Vec<i32> = self.grades.iter().map(|&(_, grade)| grade).filter(|&g| g >= 0).collect();
        grades.sort_unstable_by(|a, b| b.cmp(a));
        let judged = Judged { retrieved: self.run.len() as u32, placed: &placed, grades: &grades, all_known: true };
        let arrival = self.evidence.as_ref().map(|tree| Arrival::new(tree, &self.run, Cover::WHOLE, &|_: &Locator| None));
        let list = List {
            judged: Ok(judged),
            length: self.run.len(),
            tokens: self.tokens.as_deref().ok_or(NO_TOKENS),
            arrival: arrival.as_ref(),
        };
        look(&View {
            ranked: Ok(list),
            context: Err(NO_CONTEXT),
            evidence: self.evidence.as_ref(),
            rel: self.rel,
            levels: Default::default(),
        })
    }

    pub fn score(&self, measure: &str) -> Score {
        let measure: Measure = measure.parse().unwrap_or_else(|e| panic!("{e}"));
        self.view(|view| measure.score(view))
    }
}

pub fn passage(id: &str) -> Item {
    Item { id: id.to_owned(), ..Item::default() }
}
