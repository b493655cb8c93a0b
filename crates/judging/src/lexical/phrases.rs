//! Phrases by which answers decline, tell of a conflict, or say nothing, in English, German, Spanish, French, Chinese and Japanese.
//!
//! A pattern is words in their order: alternatives are parted by `|`, and `~3` lets up to three other words stand before the next one.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::fold::{fold, hash};

/// So many words of a sentence are looked at: what declines says so early.
const WORDS: usize = 80;

/// Names for lists that many patterns share.
const LISTS: [(&str, &str); 7] = [
    (
        "$source",
        "document|documents|context|contexts|passage|passages|source|sources|text|texts|excerpt|excerpts|material|materials|article|articles|\
         snippet|snippets|results|information|base",
    ),
    (
        "$says",
        "mention|contain|provide|specify|include|answer|say|state|address|cover|discuss|give|offer|indicate|describe|list|explain|have|tell|\
         detail|reveal|clarify|hold|support|enough",
    ),
    (
        "$said",
        "mentioned|specified|stated|provided|given|included|covered|available|found|answered|addressed|described|discussed|contained|\
         explained|present|clear",
    ),
    ("$info", "information|info|mention|details|detail|knowledge|answer"),
    (
        "$quelle",
        "dokument|dokumente|dokumenten|kontext|passage|passagen|text|texte|texten|quelle|quellen|unterlagen|auszug|auszüge|abschnitte|informationen",
    ),
    ("$fuente", "documento|documentos|contexto|pasaje|pasajes|texto|textos|fuente|fuentes|fragmentos|información"),
    ("$extrait", "document|documents|contexte|passage|passages|texte|textes|source|sources|extrait|extraits|informations"),
];

const DECLINES: &[&str] = &[
    "$source ~5 do|does|did|can|could ~1 not ~2 $says",
    "$source ~3 contain|contains|have|has|provide|provides|give|gives|offer|offers|hold|holds|include|includes ~1 no ~2 $info",
    "not ~2 $said ~1 in|by|within|from ~3 $source",
    "information|answer|details ~6 is|are|was|were ~1 not ~2 $said",
    "no ~2 information|info|mention|details ~0 about|on|regarding|of|for|is|was|in|available|provided|given|to|that|concerning|found|whether|when|how|why",
    "not ~2 enough|sufficient|adequate ~2 information|context|details|evidence|data",
    "insufficient ~1 information|context|details|evidence|data",
    "i|we ~2 can|could|do|did ~1 not ~1 answer|tell|know|determine|find|say|locate",
    "i|we ~1 do|did|does|can|could ~0 not ~1 have|provide ~4 $info|access|data|context|answer",
    "i|we ~1 have ~0 no ~2 information|knowledge|idea|details|answer|data",
    "unable ~1 answer|determine|find|locate|tell|say",
    "not ~0 able ~1 answer|determine|find|locate|tell|say",
    "can|could ~0 not ~1 be ~1 answered|determined|found",
    "not ~1 possible ~1 answer|determine|tell|say",
    "question ~2 can ~0 not ~1 be",
    // German.
    "$quelle ~8 nicht|keine|kein|keinen|keinerlei|nichts ~4 hervor|beantworten|beantwortet|entnehmen|angegeben|erwähnt|enthalten|genannt|informationen|\
     information|angaben|auskunft|antwort|hinweise|steht",
    "$quelle ~3 beantwortet|beantworten|erwähnt|erwähnen|enthält|enthalten|nennt|nennen|sagt|sagen|geben ~6 nicht|nichts",
    "$quelle ~3 enthält|enthalten|geben|gibt|liefern|liefert ~3 keine|keinerlei ~3 informationen|angaben|auskunft|antwort|hinweise",
    "kann|können|konnte ~8 nicht ~2 beantworten|sagen|beurteilen|finden|beantwortet|feststellen",
    "lässt ~6 nicht ~2 beantworten|sagen|beurteilen|feststellen|entnehmen",
    "weiß ~3 nicht",
    "keine ~2 informationen|angaben|auskunft ~0 zu|über|dazu|darüber|vor|vorhanden|enthalten|gefunden|finden|verfügbar|hierzu",
    "habe|haben|liegen|gibt ~4 keine ~2 informationen|angaben|antwort|information",
    "nicht ~2 genügend|genug|ausreichend ~2 informationen|angaben|kontext",
    // Spanish.
    "no ~2 puedo|podemos|puede|pude ~3 responder|determinar|contestar|encontrar|decir|saber",
    "no ~2 hay|tengo|dispongo|contiene|contienen|proporciona|proporcionan|ofrece|ofrecen|encuentro|encontré|existe ~4 información|respuesta|datos|mención",
    "$fuente ~2 no ~2 responde|responden|menciona|mencionan|contiene|contienen|indica|indican|especifica|especifican|dice|dicen|contesta|contestan|\
     proporciona|proporcionan|aborda|abordan|permite|permiten",
    "no ~1 menciona|indica|especifica|encuentra ~6 $fuente",
    "no ~0 lo ~0 sé",
    "no ~0 sé ~0 cuál|cuáles|qué|cuánto|cuántos|cuándo|cómo|nada|la|el",
    // French.
    "$extrait ~2 ne|n ~1 répond|répondent|mentionne|mentionnent|contient|contiennent|permet|permettent|précise|précisent|indique|indiquent|fournit|\
     fournissent|dit|disent|donne|donnent ~1 pas|aucune|aucun|rien",
    "je|nous ~0 ne|n ~1 peux|peut|pouvons|trouve|ai|dispose ~0 pas|aucune ~3 répondre|dire|trouver|trouvé|déterminer|information|informations|réponse",
    "je ~0 ne ~0 sais ~0 pas",
    "aucune ~1 information|réponse|mention",
    "y ~0 a ~0 pas ~2 information|informations|réponse",
    "pas ~1 assez|suffisamment ~1 information|informations",
    "n ~0 est ~1 pas ~1 mentionné|mentionnée|précisé|précisée|indiqué|indiquée ~1 dans ~2 $extrait",
];

const DECLINES_IN_SIGNS: &[&str] = &[
    "无法回答",
    "无法确定",
    "无法从",
    "无法得知",
    "无法判断",
    "不能回答",
    "没有提到",
    "没有提及",
    "未提及",
    "未提到",
    "没有相关信息",
    "没有信息",
    "没有足够",
    "信息不足",
    "没有说明",
    "未说明",
    "不知道",
    "没有找到",
    "未找到",
    "没有回答",
    "没有关于",
    "没有提供",
    "未提供",
    "無法回答",
    "無法確定",
    "無法從",
    "沒有提到",
    "沒有提及",
    "沒有相關",
    "沒有足夠",
    "資訊不足",
    "沒有資訊",
    "沒有回答",
    "沒有提供",
    "不清楚",
    "記載がありません",
    "記載はありません",
    "記載されていません",
    "情報がありません",
    "情報はありません",
    "情報が不足",
    "答えられません",
    "お答えできません",
    "回答できません",
    "わかりません",
    "分かりません",
    "見つかりません",
    "言及されていません",
    "言及していません",
    "判断できません",
    "不明です",
    "書かれていません",
    "答えていません",
    "述べられていません",
    "回答することはできません",
    "答えることはできません",
    "答えることができません",
    "見つけることができません",
    "情報は含まれていません",
    "情報が含まれていません",
];

const CONFLICTS: &[&str] = &[
    "$source ~6 conflict|disagree|contradict|conflicts|disagrees|contradicts|conflicting|contradictory|inconsistent",
    "$source ~3 give|gives|state|report|say|provide|list ~3 different|differing|conflicting",
    "conflicting|contradictory|inconsistent ~1 information|statements|sources|accounts|answers|documents|passages|evidence|values|figures|dates|claims",
    "one ~2 $source ~20 another|other ~8 says|say|states|state|gives|claims|reports",
    "$quelle ~6 widersprechen|widerspricht|widersprüchlich|widersprüchliche|uneinig|unterschiedliche|abweichende",
    "widersprüchliche|unterschiedliche|abweichende ~1 angaben|informationen|aussagen|quellen",
    "$fuente ~6 contradicen|contradice|contradictorios|contradictorias|discrepan|difieren",
    "contradictoria|contradictorias|contradictorios ~1 $fuente",
    "información|informaciones|datos|respuestas ~1 contradictoria|contradictorias|contradictorios",
    "$extrait ~6 contredisent|contradictoires|divergent|désaccord",
    "informations|réponses|données ~1 contradictoires",
];

const CONFLICTS_IN_SIGNS: &[&str] = &[
    "相互矛盾",
    "互相矛盾",
    "存在矛盾",
    "说法不一",
    "說法不一",
    "信息不一致",
    "资料不一致",
    "矛盾しています",
    "矛盾があります",
    "食い違",
    "一致していません",
];

/// Sentences that only accompany an answer: they begin so, and state nothing.
const COURTESY: &[&str] = &[
    "let me know",
    "feel free",
    "please let",
    "please feel",
    "please contact",
    "please provide",
    "please check",
    "please refer",
    "please consult",
    "if you have any",
    "if you have more",
    "if you need any",
    "if you need more",
    "if you need further",
    "i hope",
    "you are welcome",
    "thank you",
    "is there anything",
    "bitte wenden",
    "bitte kontaktieren",
    "falls sie weitere",
    "wenn sie weitere",
    "si necesita mas",
    "si tiene mas",
    "n hesitez pas",
    "veuillez contacter",
    "si vous avez d",
];

/// Sentences that answer nothing beside one that declines, though they may state something elsewhere: they begin so.
const BESIDE: &[&str] = &[
    "please",
    "sorry",
    "i am sorry",
    "i apologize",
    "i apologise",
    "if you",
    "you may want to",
    "you might want to",
    "for more information",
    "for further",
    "i recommend",
    "i suggest",
    "unfortunately",
    "they only",
    "they discuss",
    "they mention",
    "they cover",
    "they focus",
    "it only",
    "it discusses",
    "the documents only",
    "the documents discuss",
    "the documents focus",
    "the context only",
    "the context discusses",
    "the context focuses",
    "the passages only",
    "the passages discuss",
    "the passages focus",
    "here is",
    "here are",
    "bitte",
    "entschuldigung",
    "es tut mir leid",
    "tut mir leid",
    "falls sie",
    "leider",
    "gerne",
    "lo siento",
    "por favor",
    "lamento",
    "desole",
    "je suis desole",
    "veuillez",
    "si vous",
    "malheureusement",
];

const BESIDE_IN_SIGNS: &[&str] =
    &["抱歉", "对不起", "對不起", "请", "請", "如果您", "如需", "申し訳", "すみません", "残念ながら", "恐れ入りますが"];

/// What parts a sentence into clauses that say different things.
const TURNS: &[&str] = &[
    " but ",
    "; ",
    " however",
    " although ",
    " aber ",
    " jedoch ",
    " allerdings ",
    " pero ",
    " mais ",
    "但是",
    "但",
    "が、",
    "ものの、",
];

struct Step {
    gap: usize,
    words: Vec<u64>,
}

type Pattern = Vec<Step>;

struct Patterns {
    declines: Vec<Pattern>,
    conflicts: Vec<Pattern>,
    courtesy: Vec<Vec<u64>>,
    beside: Vec<Vec<u64>>,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let lists: HashMap<&str, &str> = LISTS.into_iter().collect();
    let key = |word: &str| super::fold::plain(word);
    let pattern = |written: &&str| -> Pattern {
        let (mut steps, mut gap) = (Vec::new(), usize::MAX);
        for part in written.split_whitespace() {
            match part.strip_prefix('~') {
                Some(words) => gap = words.parse().unwrap_or(0),
                None => {
                    let words = part.split('|').flat_map(|word| lists.get(word).copied().unwrap_or(word).split('|')).map(key);
                    steps.push(Step { gap, words: words.collect() });
                }
            }
        }
        steps
    };
    let begins = |words: &&str| -> Vec<u64> { words.split(' ').map(key).collect() };
    Patterns {
        declines: DECLINES.iter().map(pattern).collect(),
        conflicts: CONFLICTS.iter().map(pattern).collect(),
        courtesy: COURTESY.iter().map(begins).collect(),
        beside: BESIDE.iter().map(begins).collect(),
    }
});

/// The first words of a sentence as keys; can't is can not.
fn keys(sentence: &str) -> Vec<u64> {
    let (mut keys, mut folded) = (Vec::new(), Vec::new());
    for word in sentence.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).take(WORDS) {
        fold(word, &mut folded);
        match folded.as_slice() {
            b"t" if !keys.is_empty() => {
                // can't, don't, isn't: what stands before the apostrophe ends in an n, but for can.
                keys.push(hash(b"not"));
            }
            b"cannot" => keys.extend([hash(b"can"), hash(b"not")]),
            b"m" => keys.push(hash(b"am")),
            b"re" => keys.push(hash(b"are")),
            b"don" | b"doesn" | b"didn" | b"couldn" | b"isn" | b"aren" | b"wasn" => keys.push(hash(&folded[..folded.len() - 1])),
            all => keys.push(hash(all)),
        }
    }
    keys
}

fn matches(pattern: &[Step], keys: &[u64]) -> bool {
    let Some((step, rest)) = pattern.split_first() else { return true };
    let within = keys.len().min(step.gap.saturating_add(1));
    (0..within).any(|at| step.words.contains(&keys[at]) && matches(rest, &keys[at + 1..]))
}

/// The start of a sentence, which is all that phrases in signs are looked for in.
fn start(sentence: &str) -> &str {
    sentence.char_indices().nth(4 * WORDS).map_or(sentence, |(byte, _)| &sentence[..byte])
}

/// Whether a sentence says that there is no answer.
pub(super) fn declines(sentence: &str) -> bool {
    let start = start(sentence);
    let keys = keys(start);
    PATTERNS.declines.iter().any(|pattern| matches(pattern, &keys)) || in_signs(start, DECLINES_IN_SIGNS)
}

/// Whether a sentence says that the sources disagree.
pub(super) fn tells_conflict(sentence: &str) -> bool {
    let start = start(sentence);
    let keys = keys(start);
    PATTERNS.conflicts.iter().any(|pattern| matches(pattern, &keys)) || in_signs(start, CONFLICTS_IN_SIGNS)
}

/// Whether a text holds one of these phrases; one in ASCII holds none.
fn in_signs(text: &str, phrases: &[&str]) -> bool {
    !text.is_ascii() && phrases.iter().any(|words| text.contains(words))
}

/// Whether a sentence only accompanies what is said.
pub(super) fn accompanies(sentence: &str) -> bool {
    begins(sentence, &PATTERNS.courtesy)
}

/// Whether a sentence answers nothing where another one declines.
pub(super) fn goes_beside(sentence: &str) -> bool {
    begins(sentence, &PATTERNS.beside) || BESIDE_IN_SIGNS.iter().any(|words| sentence.starts_with(words))
}

/// Whether a sentence begins with some of these words, which are few.
fn begins(sentence: &str, with: &[Vec<u64>]) -> bool {
    let keys = keys(sentence.char_indices().nth(80).map_or(sentence, |(byte, _)| &sentence[..byte]));
    with.iter().any(|words| keys.starts_with(words))
}

/// Whether it asks.
pub(super) fn asks(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', ')', '*', ' ']).ends_with(['?', '？'])
}

/// The clauses of a sentence, as far as turns of speech part them.
pub(super) fn clauses(sentence: &str) -> Vec<&str> {
    let mut parts = vec![start(sentence)];
    for turn in TURNS {
        parts = parts.into_iter().flat_map(|part| part.split(turn)).collect();
    }
    parts
}
