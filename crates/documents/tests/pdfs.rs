//! PDFs of several writers, and hostile ones. How the files were made: `pdf/make` beside this.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use documents::chunk::{Chunker, Chunking, Unit};
use documents::folder::{Options, read_folder};
use documents::parse::pdf::{self, Fault, Pages};
use documents::{Structure, parse, snapshot};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pdf")
}

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(folder().join(name)).unwrap()
}

fn pages(name: &str) -> Vec<String> {
    pdf::read(bytes(name)).unwrap().pages
}

fn reader(input: &[u8]) -> Result<Pages, formats::InputError> {
    Ok(pdf::read(input.to_vec())?)
}

/// A PDF of these objects, numbered from 1, the first being its root.
fn made(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (at, object) in objects.iter().enumerate() {
        writeln!(table, "{:010} 00000 n ", file.len()).unwrap();
        write!(file, "{} 0 obj\n{object}\nendobj\n", at + 1).unwrap();
    }
    let start = file.len();
    write!(file, "{table}trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF", objects.len() + 1).unwrap();
    file.into_bytes()
}

fn stream(dict: &str, content: &str) -> String {
    format!("<<{dict}/Length {}>>stream\n{content}\nendstream", content.len())
}

/// A PDF of one page with this content; more objects are numbered from 6.
fn drawn(content: &str, resources: &str, more: &[String]) -> Vec<u8> {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!("<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>{resources}>>>>"),
        stream("", content),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    objects.extend_from_slice(more);
    made(&objects)
}

fn text(content: &str) -> String {
    pdf::read(drawn(content, "", &[])).unwrap().pages.remove(0)
}

#[test]
fn several_writers_are_read_in_the_order_of_pages_and_lines() {
    let hotels = "Travel policy\n\n1. Hotels\n\nThe office finds affluent, efficient waffles difficult. It goes on for some lines, so that the \
                  formatter has\nto fill and justify the lines of this paragraph.";
    let groff = pages("groff.pdf");
    assert!(groff[0].starts_with(hotels), "{}", groff[0]);
    assert_eq!(groff[1], "-2-\n\nPage two says 120 euros.");
    let latex = [
        "The office finds affluent, efficient waffles\ndifficult. AVATAR, W. Voss, Tokyo. Words\nthat are institutionalised \
         internationally\nhave to be parted at the ends of lines.",
        "Page two says 120 euros.",
    ];
    assert_eq!(pages("latex.pdf"), latex);
    let office = pages("libreoffice.pdf").pop().unwrap();
    assert_eq!(
        office.split_whitespace().collect::<Vec<_>>().join(" "),
        "Mitarbeiter fahren in der zweiten Klasse. Größe zählt. Stadt Grenze Berlin 120 € • eins • zwei"
    );
    assert_eq!(pages("fpdf.pdf"), ["Ünïcödé, Ελληνικά, Русский.", "公司差旅政策：火车二等座。"]);
    assert_eq!(pages("numbers.pdf"), ["员工每年有十五天年假。\n有給休暇は年に二十日です。"]);
    assert_eq!(pages("encrypted.pdf"), ["Readable where no password is asked for."]);
}

#[test]
fn places_make_lines() {
    let columns = "column 0 line 0 goes\ncolumn 0 line 1 goes\ncolumn 0 line 2 goes\ncolumn 1 line 0 goes\ncolumn 1 line 1 goes\n\
                   column 1 line 2 goes";
    let read = pdf::read(bytes("places.pdf")).unwrap();
    assert_eq!(read.title.as_deref(), Some("Places"));
    assert_eq!(
        read.pages,
        [&format!("{columns}\n\nThe bold word comes late.\n\nShadow\n\nUpwards it runs"), "", "The last page."]
    );
    // Gaps are spaces, kerning is none; a raised figure stays on its line.
    assert_eq!(text("BT /F 10 Tf 50 700 Td [(A)80(V)-400(two)] TJ 3 Ts (3) Tj ET"), "AV two3");
    // What a writer says a glyph reads as counts.
    assert_eq!(text("BT /F 10 Tf 50 700 Td (a) Tj /Span<</ActualText(ffi)>>BDC (xy) Tj EMC (b) Tj ET"), "affib");
    // A parted word that says so is whole again.
    assert_eq!(
        text("BT /F 10 Tf 50 700 Td (exam) Tj /Span<</ActualText<FEFF00AD>>>BDC (-) Tj EMC 0 -12 Td (ple) Tj ET"),
        "example"
    );
    // Numbers that are none lose nothing.
    let far = "9".repeat(400);
    assert_eq!(
        text(&format!("BT /F 10 Tf {far} {far} Td {far} 0 0 {far} 0 0 cm (a) Tj (b) Tj ET")).replace(['\n', ' '], ""),
        "ab"
    );
}

#[test]
fn what_is_no_text_is_said() {
    assert_eq!(pdf::read(bytes("scan.pdf")), Err(Fault::NoText));
    assert_eq!(pdf::read(bytes("password.pdf")), Err(Fault::Password));
    assert_eq!(pdf::read(b"%PDF-1.7 nonsense".to_vec()), Err(Fault::Broken));
    assert_eq!(pdf::read(Vec::new()), Err(Fault::Broken));
    let unnamed = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X\
                   /CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>]>>";
    let file = drawn("BT /G 10 Tf 50 700 Td <00410042> Tj ET", "/Font<</G 6 0 R>>", &[unnamed.to_owned()]);
    let file = String::from_utf8(file).unwrap().replace("/Font<</F 5 0 R>>", "/Fond<</F 5 0 R>>").into_bytes();
    assert_eq!(pdf::read(file), Err(Fault::NoCharacters));
    let refused = parse("a/scan.pdf", bytes("scan.pdf"), Some(reader)).unwrap_err();
    assert_eq!((refused.file(), refused.problem()), (Some("a/scan.pdf"), "holds no text: it is a scan, or pictures only"));
    assert!(refused.advice().unwrap().contains("OCR"));
}

#[test]
fn pages_are_ranges_and_sections_and_are_remembered() {
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir(place.path().join("docs")).unwrap();
    std::fs::write(place.path().join("docs/fpdf.pdf"), bytes("fpdf.pdf")).unwrap();
    std::fs::write(place.path().join("docs/places.PDF"), bytes("places.pdf")).unwrap();
    std::fs::write(place.path().join("docs/scan.pdf"), bytes("scan.pdf")).unwrap();
    let (docs, corpus) = (place.path().join("docs"), place.path().join("corpus.jsonl"));
    let options = Options { pdf: Some(reader), ..Options::default() };
    let read = read_folder(&docs, &options, None).unwrap();
    assert_eq!((read.files.len(), read.refused.len()), (2, 1));
    let document = &read.files[0].document;
    assert_eq!(document.text.as_str(), "Ünïcödé, Ελληνικά, Русский.\n\n公司差旅政策：火车二等座。\n");
    let said: Vec<&str> = read.files[0].structure.pages().iter().flatten().map(|p| document.text.slice(*p).unwrap()).collect();
    assert_eq!(said, ["Ünïcödé, Ελληνικά, Русский.", "公司差旅政策：火车二等座。"]);
    let Structure::Pages(places) = &read.files[1].structure else { panic!("no pages") };
    assert_eq!(places.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(read.files[1].record.parser, pdf::PARSER);

    snapshot::write(&corpus, &read.files).unwrap();
    let again = read_folder(&docs, &options, Some(&snapshot::read(&corpus).unwrap())).unwrap();
    assert_eq!(again.reused, 2);
    assert!(again.files.iter().zip(&read.files).all(|(a, b)| a.structure == b.structure && a.record == b.record));
    // Another parser's file is read anew.
    let files = snapshot::files_path(&corpus);
    let other = std::fs::read_to_string(&files).unwrap().replace("\"pdf/1 ", "\"pdf/0 ");
    std::fs::write(&files, other).unwrap();
    assert_eq!(read_folder(&docs, &options, Some(&snapshot::read(&corpus).unwrap())).unwrap().reused, 0);

    let chunker = Chunker::new(Chunking::headings(Unit::Characters, 1000).unwrap()).unwrap();
    let chunks = chunker.chunks(&document.text, &read.files[0].structure);
    assert_eq!(chunks.iter().map(|c| document.text.slice(c.range).unwrap()).collect::<Vec<_>>(), said);
    assert!(chunks.iter().all(|c| c.heading.is_none()));
    // Nobody reads PDFs here.
    let refused = read_folder(&docs, &Options::default(), None).unwrap().refused;
    assert!(refused.iter().all(|e| e.problem() == "is a PDF, and no reader of PDFs is at hand") && refused.len() == 3);
}

#[test]
fn the_parser_names_what_it_reads_by() {
    let lock = include_str!("../../../Cargo.lock");
    for name in ["hayro-syntax", "hayro-font", "hayro-cmap"] {
        let version = lock.split_once(&format!("name = \"{name}\"\nversion = \"")).unwrap().1.split('"').next().unwrap();
        assert!(pdf::PARSER.contains(&format!("{name} {version}")), "{name} {version}: {}", pdf::PARSER);
    }
}

#[test]
fn cut_off_anywhere_a_file_is_an_error_or_a_text() {
    for name in ["places.pdf", "numbers.pdf", "password.pdf"] {
        let whole = bytes(name);
        let read = (0..whole.len()).filter(|length| pdf::read(whole[..*length].to_vec()).is_ok()).count();
        eprintln!("{name}: {read} of {} lengths have a text", whole.len());
    }
}

#[test]
fn hostile_files_cost_little() {
    let form = |name: usize, calls: usize| {
        let resources =
            format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X {name} 0 R>>/Font<</F 5 0 R>>>>");
        stream(&resources, &"/X Do ".repeat(calls))
    };
    // Each drawing draws the next ten times, twenty deep.
    let mut forms: Vec<String> = (7..27).map(|next| form(next, 10)).collect();
    forms.push(stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>>>", "BT /F 9 Tf (a) Tj ET"));
    let laughs = drawn("/X Do", "/XObject<</X 6 0 R>>", &forms);
    assert_eq!(timed(laughs), Err(Fault::TooMuch));
    // A drawing that draws itself, and a word beside it.
    let own = drawn("/X Do BT /F 9 Tf (word) Tj ET", "/XObject<</X 6 0 R>>", &[form(6, 1)]);
    assert_eq!(timed(own).unwrap().pages, ["word"]);
    // A tree of pages that holds itself and says that it has millions.
    let tree = made(&[
        "<</Type/Catalog/Pages 2 0 R>>".into(),
        "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R]/Count 2147483647/Parent 2 0 R>>".into(),
        "<</Type/Pages/Kids[2 0 R 3 0 R]/Count 99999999999999999999>>".into(),
    ]);
    assert!(timed(tree).is_err());
    let many = made(&[
        "<</Type/Catalog/Pages 2 0 R>>".into(),
        format!("<</Type/Pages/Kids[{}]/Count 1>>", "<</Type/Page>>".repeat(60_000)),
    ]);
    assert_eq!(timed(many), Err(Fault::TooMuch));
    // Lengths that lead nowhere, references that go round, and brackets without end.
    let lengths = String::from_utf8(drawn("BT /F 9 Tf (word) Tj ET", "", &[])).unwrap();
    for length in ["99999999999999999999", "-1", "4 0 R", "1 0 R"] {
        let file = lengths.replace("/Length 23", &format!("/Length {length}"));
        let _ = timed(file.into_bytes());
    }
    for brackets in ["[", "<<", "<</A", "("] {
        let _ = timed(made(&[brackets.repeat(500_000)]));
        let _ = timed(drawn(&brackets.repeat(500_000), "", &[]));
    }
    // Widths for four thousand million characters.
    let font = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/X\
                /W[0 4294967295 500]>>]>>";
    let wide = drawn("BT /G 10 Tf 50 700 Td <00410042> Tj ET", "/Font<</G 6 0 R>>", &[font.to_owned()]);
    let wide = String::from_utf8(wide).unwrap().replace("/Font<</F 5 0 R>>", "/Fond<</F 5 0 R>>").into_bytes();
    assert_eq!(timed(wide), Err(Fault::TooMuch));
    // A hundred thousand words, each left of the one before, on one height.
    let mut words = "BT /F 9 Tf ".to_owned();
    (0..100_000).for_each(|_| words.push_str("(a) Tj -20 0 Td "));
    assert_eq!(timed(drawn(&words, "", &[])).unwrap().pages[0].matches('a').count(), 100_000);
}

fn timed(file: Vec<u8>) -> Result<Pages, Fault> {
    let begun = Instant::now();
    let read = pdf::read(file);
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
    read
}
