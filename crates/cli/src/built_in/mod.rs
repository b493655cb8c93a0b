//! From a stated built-in system to one that can be asked.

pub mod clients;
mod described;
pub mod estimate;
mod indexed;
pub mod living;
pub mod local;
pub mod prompts;

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::Path;

use documents::parse::markdown;
use documents::{Chunker, Chunking, Structure, passages};
use fourcell::evidence::snapshot::content_hash;
use fourcell::evidence::{Corpus, Document, Passage};
use fourcell::formats::project::{Project, QuestionSet};
use fourcell::formats::systems::BuiltIn as Stated;
use fourcell::formats::systems::models::{self, Embedding, ModelAt, Source};
use report::number::count;
use systems::access::When;
use systems::analysis::languages;
use systems::bm25::Parameters;
use systems::built_in::{Answerer, BuiltIn, Dense, Parts, Settings};
use systems::embedding::{Embed, Failed, Pace, ServedEmbedder, embed_all};
use systems::extractive;
use systems::fusion::Fusion;
use systems::index::Indexed;
use systems::packing::{Budget, Policy};
use systems::prompted::{self, Generator};
use systems::reranking::{Rank, Reranker, ServedRanker};
use systems::rewriting::Rewriter;
use systems::served::Served;
use tokens::Tokenizer;

use crate::built_in::clients::Clients;
use crate::console;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::running::{self, Prepared};

/// What built-in systems of one project stand on.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its questions, documents and passages.
    pub set: &'a QuestionSet,
    /// Its documents; there is one at least.
    pub corpus: &'a Corpus,
    /// What counts tokens.
    pub tokenizer: &'a Tokenizer,
    /// The day on which documents must be in force.
    pub day: &'a str,
    /// How many threads cut, index and ask.
    pub threads: NonZeroUsize,
}

/// The corpus of a project; there must be documents to retrieve from.
pub fn corpus_of<'a>(project: &Project, set: &'a QuestionSet) -> Result<&'a Corpus, Failure> {
    set.corpus.as_ref().filter(|corpus| !corpus.documents().is_empty()).ok_or_else(|| {
        Failure::bad_input("the project has no documents to retrieve from")
            .mend(format!("say in {} where they are: [project] corpus = \"corpus.jsonl\"", project.file.display()))
    })
}

/// The tokenizer of a project.
pub fn tokenizer_of(project: &Project) -> Result<Tokenizer, Failure> {
    Tokenizer::named(project.tokenizer.as_deref().unwrap_or(tokens::DEFAULT)).map_err(|e| Failure::bad_input(e.to_string()))
}

/// Refuses languages that are not known.
pub fn known_languages(stated: &Stated) -> Result<(), Failure> {
    for (key, code) in [("stem", &stated.stem), ("stop_words", &stated.stop_words)] {
        if let Some(code) = code.as_deref().filter(|code| !languages().any(|known| known == *code)) {
            let known = languages().collect::<Vec<_>>().join(", ");
            return Err(Failure::bad_input(format!("{key}: '{code}' is no language that is known; there are {known}")));
        }
    }
    Ok(())
}

impl<'a> Ground<'a> {
    /// Whether a system can be built, as far as it is known without asking a model.
    pub fn check(&self, stated: &Stated) -> Result<(), Failure> {
        self.settings(stated)?;
        let rewriting = stated.rewriting.as_ref().map(|rewriting| &rewriting.by);
        if let Some(models::Rewriter::Model { prompt, .. }) = rewriting {
            prompts::for_queries(self.project, prompt.as_deref())?;
        }
        if let Some(generator) = &stated.generator {
            prompts::for_answers(self.project, generator.prompt.as_deref())?;
        }
        if stated.chunking == "given" { self.given().map(|_| ()) } else { parsed(&stated.chunking).map(|_| ()) }
    }

    /// The passages that a system's chunking makes, in byte order of their ids.
    pub fn passages(&self, stated: &Stated) -> Result<Vec<Passage>, Failure> {
        let mut passages = self.chunk(&stated.chunking)?;
        passages.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        Ok(passages)
    }

    fn chunk(&self, chunking: &str) -> Result<Vec<Passage>, Failure> {
        if chunking == "given" {
            return self.given().map(<[Passage]>::to_vec);
        }
        cut(parsed(chunking)?, &self.corpus.documents().iter().collect::<Vec<_>>(), self.threads)
    }

    fn given(&self) -> Result<&'a [Passage], Failure> {
        self.set.passages.as_deref().ok_or_else(|| {
            Failure::bad_input("chunking is \"given\", but the project has no passages")
                .mend("[project] passages = \"passages.jsonl\"")
        })
    }

    /// Embeds what was not embedded before. `indexed` is that of [`Self::indexed`].
    pub fn build(&self, name: &str, stated: &Stated, indexed: Indexed, clients: &'a Clients) -> Result<Prepared<'a>, Failure> {
        let parts = self.parts(stated, &indexed.passages, clients)?;
        let manifest = described::manifest(self, name, stated, &parts, &indexed.revision);
        let (place, settings) = (format!("over {}", count(indexed.passages.len(), "passage")), self.settings(stated)?);
        let built = BuiltIn::build(self.corpus, indexed, settings, parts, self.tokenizer)
            .map_err(|e| Failure::bad_input(e.to_string()))?;
        Ok(Prepared {
            name: name.to_owned(),
            place,
            deciding: self.deciding(stated, &manifest.hash()),
            threads: self.askers(stated),
            passages: Some(built.passages().clone()),
            system: Box::new(built),
            manifest,
        })
    }

    /// What decides a result besides the question: the settings, the day, what every request to a model gets, and given passages.
    fn deciding(&self, stated: &Stated, settings: &str) -> String {
        let used = clients::endpoints_of(stated);
        let extra: Vec<_> =
            self.project.endpoints.iter().filter(|e| used.contains(&e.name)).map(|e| (&e.name, &e.extra)).collect();
        let given = (stated.chunking == "given").then(|| running::passages_hash(self.project, self.set));
        content_hash(format!("{settings}\n{}\n{extra:?}\n{given:?}", self.day).as_bytes())
    }

    /// How many ask at a time: as many as there are processors, or as the endpoints of models take.
    fn askers(&self, stated: &Stated) -> NonZeroUsize {
        let used = clients::endpoints_of(stated);
        let most = self.project.endpoints.iter().filter(|e| used.contains(&e.name)).map(|e| e.reach.concurrency as usize).max();
        most.and_then(NonZeroUsize::new).map_or(self.threads, |most| most.max(self.threads))
    }

    fn settings(&self, stated: &Stated) -> Result<Settings, Failure> {
        known_languages(stated)?;
        let named = |all: &[(&'static str, When)], name: &str| all.iter().find(|(n, _)| *n == name).map(|(_, value)| *value);
        Ok(Settings {
            bm25: Parameters::new(stated.k1, stated.b).ok_or_else(|| Failure::bad_input("k1 or b is out of range"))?,
            stem: stated.stem.clone(),
            stop_words: stated.stop_words.clone(),
            candidates: stated.candidates as usize,
            filter: named(&When::ALL, &stated.filter).unwrap_or_default(),
            day: self.day.to_owned(),
            fusion: match stated.fusion.as_str() {
                "weighted" => Fusion::Weighted,
                _ => Fusion::ReciprocalRank { k: stated.rrf_k },
            },
            weights: stated.weights,
            keep_question: stated.rewriting.as_ref().is_some_and(|rewriting| rewriting.keep),
            budget: Budget {
                passages: stated.max_passages.and_then(NonZeroU32::new),
                tokens: stated.max_tokens.and_then(NonZeroU32::new),
            },
            packing: Policy::ALL.iter().find(|(n, _)| *n == stated.packing).map(|(_, policy)| *policy).unwrap_or_default(),
        })
    }

    fn parts(&self, stated: &Stated, passages: &[Passage], clients: &'a Clients) -> Result<Parts<'a>, Failure> {
        let dense = stated.embedding.as_ref().map(|embedding| self.dense(embedding, passages, clients)).transpose()?;
        let rewriter = match stated.rewriting.as_ref().map(|rewriting| &rewriting.by) {
            None => Rewriter::None,
            Some(models::Rewriter::Templates(templates)) => Rewriter::Templates(templates.clone()),
            Some(models::Rewriter::Model { at, queries, prompt: file }) => Rewriter::Model {
                server: Served::new(clients.asking(&at.endpoint)?),
                model: at.model.clone(),
                prompt: prompts::for_queries(self.project, file.as_deref())?,
                queries: *queries,
            },
        };
        let reranker = stated.reranking.as_ref().map(|reranking| {
            let model: Box<dyn Rank + 'a> = match &reranking.by {
                Source::Folder(folder) => local::ranker(&self.project.directory.join(folder))?,
                Source::Served(ModelAt { endpoint, model }) => {
                    Box::new(ServedRanker { server: Served::new(clients.asking(endpoint)?), model: model.clone() })
                }
            };
            Ok::<_, Failure>(Reranker { model, top: reranking.top as usize })
        });
        let reranker = reranker.transpose()?;
        let answerer = match (&stated.generator, stated.answer.as_str()) {
            (Some(generator), _) => Answerer::Model(Generator {
                server: Served::new(clients.asking(&generator.at.endpoint)?),
                settings: prompted::Settings {
                    model: generator.at.model.clone(),
                    prompt: prompts::for_answers(self.project, generator.prompt.as_deref())?,
                    temperature: generator.temperature,
                    max_tokens: generator.max_tokens,
                    seed: generator.seed,
                    stream: generator.stream,
                },
            }),
            (None, "extractive") => {
                Answerer::Extractive(extractive::Settings { threshold: stated.threshold, sentences: stated.sentences as usize })
            }
            (None, _) => Answerer::None,
        };
        Ok(Parts { bm25: stated.retrieval != "dense", dense, rewriter, reranker, answerer })
    }

    fn dense(&self, embedding: &Embedding, passages: &[Passage], clients: &'a Clients) -> Result<Dense<'a>, Failure> {
        let texts = texts(embedding, passages);
        let batch = NonZeroUsize::new(embedding.batch as usize).unwrap_or(NonZeroUsize::MIN);
        let (for_passages, threads): (Box<dyn Embed + 'a>, _) = match &embedding.from {
            Source::Folder(folder) => (local::embedder(&self.project.directory.join(folder))?, self.threads),
            Source::Served(ModelAt { endpoint, model }) => {
                let stated = self.project.endpoints.iter().find(|e| e.name == *endpoint);
                let threads = stated.and_then(|e| NonZeroUsize::new(e.reach.concurrency as usize)).unwrap_or(NonZeroUsize::MIN);
                (Box::new(ServedEmbedder::new(clients.embedding(endpoint)?, self.place(endpoint), model)), threads)
            }
        };
        let progress = Progress::new(texts.len(), "passages embedded");
        let embedded =
            embed_all(for_passages.as_ref(), &texts, Pace { batch, threads }, clients.vectors(), &|n| progress.told(n));
        progress.clear();
        let embedded = embedded.map_err(|failed| not_embedded(&failed, passages))?;
        if embedded.sent > 0 {
            let cut = match embedded.cut {
                0 => String::new(),
                n => format!("; {n} were longer than the model reads, and only their beginnings count"),
            };
            console::talk(&format!("embedded {}, of {}{cut}", count(embedded.sent, "text"), count(passages.len(), "passage")));
        }
        let model = match &embedding.from {
            Source::Folder(_) => for_passages,
            Source::Served(ModelAt { endpoint, model }) => {
                let over = ServedEmbedder::new(clients.querying(endpoint)?, self.place(endpoint), model);
                Box::new(over.of_dimension(embedded.vectors.dimension()))
            }
        };
        Ok(Dense { model, query_prefix: embedding.query_prefix.clone(), vectors: embedded.vectors })
    }

    /// The address of an endpoint as it may be kept: a query may hold a key.
    fn place(&self, endpoint: &str) -> &str {
        let stated = self.project.endpoints.iter().find(|e| e.name == endpoint);
        stated.map_or("", |e| e.reach.shown())
    }
}

/// The files of the models that run here.
pub fn model_files(stated: &Stated) -> Vec<std::path::PathBuf> {
    let folder = |source: &Source| match source {
        Source::Folder(folder) => Some(folder.clone()),
        Source::Served(_) => None,
    };
    let embedding = stated.embedding.as_ref().and_then(|embedding| folder(&embedding.from));
    let reranking = stated.reranking.as_ref().and_then(|reranking| folder(&reranking.by));
    let files = |folder: std::path::PathBuf| {
        ["model.onnx", "tokenizer.json", "sentence_bert_config.json", "1_Pooling/config.json"].map(|name| folder.join(name))
    };
    [embedding, reranking].into_iter().flatten().flat_map(files).collect()
}

/// The prompt files that a system names.
pub fn prompt_files(stated: &Stated) -> impl Iterator<Item = &Path> {
    let rewriting = stated.rewriting.as_ref().and_then(|rewriting| match &rewriting.by {
        models::Rewriter::Model { prompt, .. } => prompt.as_deref(),
        models::Rewriter::Templates(_) => None,
    });
    let generator = stated.generator.as_ref().and_then(|generator| generator.prompt.as_deref());
    [rewriting, generator].into_iter().flatten()
}

fn parsed(chunking: &str) -> Result<Chunking, Failure> {
    chunking.parse().map_err(|e| Failure::bad_input(format!("chunking: {e}")))
}

/// The passages of documents, in the order of the documents.
fn cut(chunking: Chunking, documents: &[&Document], threads: NonZeroUsize) -> Result<Vec<Passage>, Failure> {
    let chunker = Chunker::new(chunking).map_err(|e| Failure::bad_input(format!("chunking: {e}")))?;
    // What a corpus file holds is read as Markdown: a text without headings is one section.
    let structures: Vec<Structure> = documents.iter().map(|d| markdown::structure(d.text.as_str())).collect();
    let documents: Vec<_> = documents.iter().copied().zip(&structures).collect();
    Ok(passages(&chunker, &documents, threads))
}

/// What is embedded of passages.
pub fn texts(embedding: &Embedding, passages: &[Passage]) -> Vec<String> {
    let text = |p: &Passage| format!("{}{}", embedding.passage_prefix, p.text.as_deref().unwrap_or_default());
    passages.iter().map(text).collect()
}

fn not_embedded(failed: &Failed, passages: &[Passage]) -> Failure {
    let shown: Vec<String> = failed
        .faults
        .iter()
        .take(3)
        .map(|(place, said)| format!("passage '{}': {said}", passages.get(*place).map_or("", |p| p.id.as_str())))
        .collect();
    let more = failed.faults.len().saturating_sub(shown.len());
    let more = if more > 0 { format!("\n  and {}", count(more, "more passage")) } else { String::new() };
    Failure::incomplete(format!("not every passage could be embedded: {}{more}", shown.join("\n  ")))
        .mend(format!("{} embedded so far are kept; run again to go on", count(failed.kept, "text")))
}
