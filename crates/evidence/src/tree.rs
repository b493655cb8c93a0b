//! Evidence trees: what a question needs, as `all` and `any` over locators.

use crate::locator::Locator;

/// What must be retrieved before a question can be answered.
///
/// Evaluated recursively and never expanded: a claim with 130 alternatives costs 130 look-ups, not their combinations.
#[derive(Clone, Debug, PartialEq)]
pub enum Evidence {
    /// One place.
    Leaf(Locator),
    /// Every child is needed.
    All(Vec<Evidence>),
    /// One child is enough.
    Any(Vec<Evidence>),
}

impl Evidence {
    /// Evidence recall: the share of the required evidence that is there, in [0, 1].
    ///
    /// `met` says whether a locator is met (`true` = 1, `false` = 0). An `any` has the largest of its children's values, an `all` their mean.
    /// `None` where nothing is required: a node without children asks for nothing, so it is left out of its parent, and a tree
    /// that holds no leaf at all has no value.
    pub fn value(&self, met: &mut impl FnMut(&Locator) -> bool) -> Option<f64> {
        match self {
            Self::Leaf(locator) => Some(f64::from(u8::from(met(locator)))),
            Self::Any(children) => children.iter().filter_map(|c| c.value(met)).reduce(f64::max),
            Self::All(children) => {
                let (mut sum, mut count) = (0.0, 0u32);
                for value in children.iter().filter_map(|c| c.value(met)) {
                    sum += value;
                    count += 1;
                }
                (count > 0).then(|| sum / f64::from(count))
            }
        }
    }

    /// Whether every required piece is there. Exact, since it does not compare a sum with 1. `None` where nothing is required.
    pub fn complete(&self, met: &mut impl FnMut(&Locator) -> bool) -> Option<bool> {
        match self {
            Self::Leaf(locator) => Some(met(locator)),
            Self::Any(children) => children.iter().filter_map(|c| c.complete(met)).reduce(|a, b| a || b),
            Self::All(children) => children.iter().filter_map(|c| c.complete(met)).reduce(|a, b| a && b),
        }
    }

    /// The groups that reports name: the children of a top `all`; otherwise the tree itself.
    pub fn groups(&self) -> &[Evidence] {
        match self {
            Self::All(children) => children,
            other => std::slice::from_ref(other),
        }
    }

    /// The tree with what stands more than once among siblings standing once: evidence that is named twice is not needed twice.
    pub fn distinct(&self) -> Self {
        let once = |children: &[Self]| -> Vec<Self> {
            let mut kept: Vec<Self> = Vec::new();
            for child in children.iter().map(Self::distinct) {
                if !kept.contains(&child) {
                    kept.push(child);
                }
            }
            kept
        };
        match self {
            Self::Leaf(_) => self.clone(),
            Self::All(children) => Self::All(once(children)),
            Self::Any(children) => Self::Any(once(children)),
        }
    }

    /// Every locator, in written order.
    pub fn leaves(&self) -> Vec<&Locator> {
        let mut leaves = Vec::new();
        self.collect(&mut leaves);
        leaves
    }

    fn collect<'a>(&'a self, leaves: &mut Vec<&'a Locator>) {
        match self {
            Self::Leaf(locator) => leaves.push(locator),
            Self::All(children) | Self::Any(children) => children.iter().for_each(|c| c.collect(leaves)),
        }
    }

    /// Whether somewhere an alternative is enough: then counting passages under-reports recall.
    pub fn has_alternatives(&self) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::All(children) => children.iter().any(Self::has_alternatives),
            Self::Any(children) => {
                let real = children.iter().filter(|c| c.fewest_leaves() > 0).count();
                real > 1 || children.iter().any(Self::has_alternatives)
            }
        }
    }

    /// The fewest leaves that complete the tree; 0 where nothing is required.
    pub fn fewest_leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::All(children) => children.iter().map(Self::fewest_leaves).sum(),
            Self::Any(children) => children.iter().map(Self::fewest_leaves).filter(|&n| n > 0).min().unwrap_or(0),
        }
    }

    /// The leaves of the best way to meet the tree: of each `any` only the child with the largest value under `weigh`
    /// (the first among equals), of each `all` every child.
    pub fn best_leaves<'a>(&'a self, weigh: &mut impl FnMut(&Locator) -> f64) -> Vec<&'a Locator> {
        self.best(weigh).1
    }

    fn best<'a>(&'a self, weigh: &mut impl FnMut(&Locator) -> f64) -> (f64, Vec<&'a Locator>) {
        match self {
            Self::Leaf(locator) => (weigh(locator), vec![locator]),
            Self::All(children) => {
                let parts: Vec<_> = children.iter().map(|c| c.best(weigh)).filter(|(_, l)| !l.is_empty()).collect();
                let mean = parts.iter().map(|(v, _)| v).sum::<f64>() / parts.len().max(1) as f64;
                (mean, parts.into_iter().flat_map(|(_, leaves)| leaves).collect())
            }
            Self::Any(children) => children
                .iter()
                .map(|c| c.best(weigh))
                .filter(|(_, leaves)| !leaves.is_empty())
                .reduce(|best, next| if next.0 > best.0 { next } else { best })
                .unwrap_or((0.0, Vec::new())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(id: &str) -> Evidence {
        Evidence::Leaf(Locator::Passage(id.into()))
    }

    fn value(tree: &Evidence, found: &[&str]) -> Option<f64> {
        tree.value(&mut |l| matches!(l, Locator::Passage(p) if found.contains(&p.as_str())))
    }

    fn complete(tree: &Evidence, found: &[&str]) -> Option<bool> {
        tree.complete(&mut |l| matches!(l, Locator::Passage(p) if found.contains(&p.as_str())))
    }

    /// Case B13: alternatives are not all required.
    #[test]
    fn a_second_alternative_gives_no_extra_recall() {
        let tree = Evidence::All(vec![Evidence::Any(vec![leaf("a"), leaf("b")]), leaf("c")]);
        let recall = |found: &[&str]| value(&tree, found).unwrap();
        assert_eq!([recall(&["a", "b"]), recall(&["a", "c"]), recall(&["c", "x", "b"]), recall(&[])], [0.5, 1.0, 1.0, 0.0]);
        let whole = |found: &[&str]| complete(&tree, found).unwrap();
        assert_eq!([whole(&["a", "b"]), whole(&["a", "c"]), whole(&["c", "x"]), whole(&[])], [false, true, false, false]);
    }

    /// Case B10: gold that stands twice is not paid twice.
    #[test]
    fn evidence_named_twice_counts_once() {
        let tree = Evidence::All(vec![leaf("a"), leaf("a"), Evidence::Any(vec![leaf("b"), leaf("b")])]);
        assert_eq!(value(&tree.distinct(), &["a"]), Some(0.5));
        assert!(!tree.distinct().has_alternatives());
    }

    #[test]
    fn completeness_does_not_hang_on_a_sum() {
        let tree = Evidence::All((0..10).map(|i| leaf(&i.to_string())).collect());
        let all: Vec<String> = (0..10).map(|i| i.to_string()).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert_eq!(complete(&tree, &all), Some(true));
        assert_eq!(value(&tree, &all), Some(1.0));
        assert_eq!(value(&tree, &all[..9]), Some(0.9));
    }

    #[test]
    fn a_tree_without_leaves_has_no_value() {
        assert_eq!(value(&Evidence::All(vec![]), &["a"]), None);
        assert_eq!(complete(&Evidence::Any(vec![Evidence::All(vec![])]), &[]), None);
        let half_empty = Evidence::All(vec![leaf("a"), Evidence::Any(vec![])]);
        assert_eq!(value(&half_empty, &["a"]), Some(1.0));
        assert!(!Evidence::Any(vec![Evidence::All(vec![]), leaf("a")]).has_alternatives());
    }

    #[test]
    fn fewest_and_best_leaves_follow_the_cheaper_alternative() {
        let pair = Evidence::All(vec![leaf("a"), leaf("b")]);
        let tree = Evidence::Any(vec![pair, leaf("c")]);
        assert_eq!(tree.fewest_leaves(), 1);
        let best = tree.best_leaves(&mut |l| if matches!(l, Locator::Passage(p) if p == "c") { 0.4 } else { 0.6 });
        assert_eq!(best.len(), 2);
        assert!(tree.has_alternatives());
    }
}
