//! What single words mean to the lexical judge: words that carry no content, negations, numbers, months, scales and units, in English,
//! German, Spanish and French. Chinese and Japanese write no blanks, and are read sign by sign (`signs`).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

use super::fold::plain;

/// Which languages a word carries no content in, as bits.
pub(super) const ENGLISH: u8 = 1;
pub(super) const GERMAN: u8 = 2;
const SPANISH: u8 = 4;
const FRENCH: u8 = 8;
/// Every language.
pub(super) const ALL: u8 = 15;

/// What a word means.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Entry {
    /// Languages in which it carries no content.
    pub stop: u8,
    /// It negates.
    pub negates: bool,
    /// Behind a negation it makes none: not only, no later than.
    pub soft: bool,
    /// The number that it names, or 0.
    pub number: u8,
    /// It is an article too, so that it is a number before a unit only.
    pub article: bool,
    /// The month that it names, or 0.
    pub month: u8,
    /// What it multiplies the number before it with, as a power of ten.
    pub scale: u8,
    /// The unit that it names.
    pub unit: Option<Unit>,
    /// May stand between a number and its unit.
    pub between: bool,
}

impl Entry {
    /// Whether a number or a date may begin with it.
    pub fn counts(&self) -> bool {
        self.number > 0 || self.month > 0 || self.unit.is_some()
    }
}

/// A unit of measurement: numbers compare within a dimension, times the factor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Unit {
    pub dimension: u64,
    pub factor: f64,
}

const STOP: [(u8, &str); 4] = [
    (
        ENGLISH,
        "a an the and or but if then than that this these those there here it its he she they them his her their theirs we us our you your i \
         me my mine of in on at to from by for with as into onto upon about over under between through during before after above below up down \
         out off again further once is am are was were be been being have has had having do does did doing will would shall should can could \
         may might must not no nor so too very just also only own same such both each few more most other some any all what which who whom \
         whose when where why how because while until however therefore thus yes well s t ll re ve d m etc e.g i.e via per within according \
         including include includes like one ones let get got make made many much often usually generally typically well known",
    ),
    (
        GERMAN,
        "der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als dass daß dies diese dieser dieses diesen diesem \
         jene es er sie ihn ihm ihr ihre ihrer ihren wir uns unser unsere sie ich mich mir mein du dein von in im an am auf zu zum zur aus bei \
         beim mit nach für über unter zwischen durch während vor hinter um bis seit gegen ohne ist sind war waren sein bin wird werden wurde \
         wurden worden haben hat hatte hatten habe kann können konnte muss müssen darf dürfen soll sollen sollte mag will wollen nicht kein \
         keine keinen keinem keiner auch nur noch schon sehr mehr so wie was wer wo wann warum welche welcher welches man sich nein ja doch \
         etwa bzw z b d h",
    ),
    (
        SPANISH,
        "el la los las lo un una unos unas y e o u pero si que de del al a en con por para sin sobre entre hasta desde durante como más muy ya \
         también no ni es son era eran fue fueron ser sido está están estaba hay ha han había haber se su sus le les me mi te tu nos nuestro \
         este esta estos estas ese esa esos esas esto eso cual cuales quien cuando donde porque puede pueden debe deben",
    ),
    (
        FRENCH,
        "le la les l un une des du de d et ou mais si que qu qui quoi dont où ce cet cette ces c il elle ils elles on nous vous je j me m te t \
         se s lui leur leurs son sa ses mon ma mes notre votre nos vos en y à au aux dans par pour avec sans sur sous entre vers chez pendant \
         avant après comme plus très aussi ne n pas ni est sont était étaient être été a ont avait avoir fait peut peuvent doit doivent",
    ),
];

const NEGATIONS: &str = "not no never without cannot none neither nor nobody nothing nowhere nicht kein keine keinen keinem keiner keines nie \
                         niemals ohne weder nunca jamás sin ningún ninguno ninguna tampoco ne n pas jamais sans aucun aucune";

const SOFT: &str = "only just later more less fewer until limited merely necessarily nur sólo solo seulement least";

const NUMBERS: [&str; 13] = [
    "zero null cero zéro",
    "one eins uno",
    "two zwei dos deux",
    "three drei tres trois",
    "four vier cuatro quatre",
    "five fünf cinco cinq",
    "six sechs seis",
    "seven sieben siete sept",
    "eight acht ocho huit",
    "nine neun nueve neuf",
    "ten zehn diez dix",
    "eleven elf once onze",
    "twelve zwölf doce douze",
];

/// Articles and pronouns that are the number 1 only where a unit follows; and words that are a number in one language and another word
/// in the next.
const ARTICLES: [(&str, u8); 3] = [("a an ein eine einen einem einer un una une one uno", 1), ("once", 11), ("sept", 7)];

const MONTHS: [&str; 12] = [
    "january jan januar jänner enero ene janvier janv",
    "february feb februar febrero février fevr",
    "march mar märz marzo mars",
    "april apr abril abr avril avr",
    "may mai mayo",
    "june jun juni junio juin",
    "july jul juli julio juillet juil",
    "august aug agosto ago août",
    "september sep sept septiembre septembre",
    "october oct oktober okt octubre octobre",
    "november nov noviembre novembre",
    "december dec dezember dez diciembre dic décembre",
];

const SCALES: [(u8, &str); 4] = [
    (2, "hundred hundert cent"),
    (3, "thousand tausend mil mille k"),
    (6, "million millions mio millionen millón millones mn"),
    (9, "billion billions bn mrd milliarde milliarden milliard milliards"),
];

const BETWEEN: &str = "working business calendar full consecutive additional more further other us american whole entire";

/// Units: the dimension's name, the factor, the words.
const UNITS: [(&str, f64, &str); 39] = [
    ("percent", 1.0, "percent per-cent pct prozent porcentaje"),
    ("eur", 1.0, "eur euro euros"),
    ("usd", 1.0, "usd dollar dollars dólar dólares"),
    ("gbp", 1.0, "gbp pound pounds sterling pfund libra libras"),
    ("jpy", 1.0, "jpy yen"),
    ("cny", 1.0, "cny rmb yuan renminbi"),
    ("chf", 1.0, "chf franken"),
    ("inr", 1.0, "inr rupee rupees"),
    ("cent", 1.0, "cents centavos centimes"),
    ("time", 1.0, "second seconds sec secs sekunde sekunden segundo segundos seconde secondes"),
    ("time", 60.0, "minute minutes min mins minuten minuto minutos"),
    ("time", 3600.0, "hour hours hr hrs h stunde stunden hora horas heure heures"),
    ("time", 86400.0, "day days tag tage tagen tages día días jour jours"),
    ("time", 604_800.0, "week weeks woche wochen semana semanas semaine semaines"),
    ("months", 1.0, "month months monat monate monaten monats mes meses mois"),
    ("months", 12.0, "year years yr yrs jahr jahre jahren jahres año años an ans année années"),
    ("length", 1.0, "m metre metres meter meters metern metro metros mètre mètres"),
    ("length", 1000.0, "km kilometre kilometres kilometer kilometers kilometern kilómetro kilómetros kilomètre kilomètres"),
    ("length", 0.01, "cm centimetre centimetres centimeter centimeters"),
    ("length", 0.001, "mm millimetre millimetres millimeter millimeters"),
    ("mile", 1.0, "mi mile miles meile meilen"),
    ("foot", 1.0, "ft foot feet"),
    ("inch", 1.0, "inch inches"),
    ("mass", 1.0, "g gram grams gramm gramme grammes gramos"),
    ("mass", 1000.0, "kg kilo kilos kilogram kilograms kilogramm"),
    ("mass", 0.001, "mg milligram milligrams milligramm"),
    ("mass", 1e6, "tonne tonnes ton tons tonnen"),
    ("pound", 1.0, "lb lbs"),
    ("volume", 1.0, "l litre litres liter liters litern litro litros"),
    ("volume", 0.001, "ml millilitre milliliter millilitres milliliters"),
    ("bytes", 1e3, "kb kilobyte kilobytes"),
    ("bytes", 1e6, "mb megabyte megabytes"),
    ("bytes", 1e9, "gb gigabyte gigabytes"),
    ("bytes", 1e12, "tb terabyte terabytes"),
    ("people", 1.0, "people persons person personen personas personnes"),
    ("watt", 1.0, "w watt watts"),
    ("watt", 1000.0, "kw kilowatt kilowatts"),
    ("ordinal", 1.0, "st nd rd th"),
    ("degree", 1.0, "degree degrees grad grados degrés"),
];

/// The unit of this name, times a factor.
pub(super) fn unit(dimension: &str, factor: f64) -> Unit {
    Unit { dimension: plain(dimension) | 1, factor }
}

/// Keys are hashes already. The table is fixed, so that no text can make it slow by its choice of words.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = super::fold::hash(bytes);
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

type Entries = HashMap<u64, Entry, BuildHasherDefault<Hashed>>;

/// Every word that means something, by its folded key.
static ENTRIES: LazyLock<Entries> = LazyLock::new(|| {
    let mut entries = Entries::default();
    let mut each = |words: &str, set: &mut dyn FnMut(&mut Entry)| {
        for word in words.split_whitespace() {
            set(entries.entry(plain(word)).or_default());
        }
    };
    for (language, words) in STOP {
        each(words, &mut |entry| entry.stop |= language);
    }
    each(NEGATIONS, &mut |entry| (entry.negates, entry.stop) = (true, ALL));
    each(SOFT, &mut |entry| entry.soft = true);
    for (value, words) in (0..).zip(NUMBERS) {
        each(words, &mut |entry| entry.number = value);
    }
    for (words, value) in ARTICLES {
        each(words, &mut |entry| (entry.number, entry.article) = (value, true));
    }
    // Zero names nothing here: it is a word like any other.
    for (month, words) in (1..).zip(MONTHS) {
        each(words, &mut |entry| entry.month = month);
    }
    for (scale, words) in SCALES {
        each(words, &mut |entry| entry.scale = scale);
    }
    for (dimension, factor, words) in UNITS {
        each(words, &mut |entry| entry.unit = Some(unit(dimension, factor)));
    }
    each(BETWEEN, &mut |entry| entry.between = true);
    entries
});

/// What the word of this folded key means; the empty entry for any other word.
pub(super) fn entry(key: u64) -> Entry {
    ENTRIES.get(&key).copied().unwrap_or_default()
}
