//! What the content of a page draws as text: the operators that move, choose a font and show strings. All others are passed over.

use hayro_syntax::Pdf;
use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::dict::keys::{ACTUAL_TEXT, ANNOTS, AP, AS, F, FONT, MATRIX, N, RECT, RESOURCES, SUBTYPE};
use hayro_syntax::object::{Array, Dict, Name, Number, Object, Rect, Stream, String as PdfString};
use hayro_syntax::page::{Page, Resources};

use super::fonts::{Fonts, Typeface};
use super::lines::{Glyph, Lines};
use super::matrix::Matrix;
use super::{Fault, LONGEST_TEXT, MOST_PAGES, words};

/// Drawings inside drawings deeper than this are left out; a drawing that holds itself is one.
const DEEPEST: usize = 24;

/// States that are saved at a time; more are not told apart.
const MOST_STATES: usize = 512;

/// Steps for a whole file: an operator, a glyph, or [`BYTES_A_STEP`] of unpacked drawing; a drawing costs [`STEPS_A_DRAWING`].
const MOST_STEPS: u64 = 50_000_000;

const BYTES_A_STEP: usize = 64;

const STEPS_A_DRAWING: usize = 256;

/// Annotations that nobody sees: hidden, or not on the screen.
const UNSEEN: i32 = 1 << 1 | 1 << 5;

/// The text of each page.
pub(super) fn pages(pdf: &Pdf) -> Result<Vec<String>, Fault> {
    let pages = pdf.pages();
    if pages.len() > MOST_PAGES {
        return Err(Fault::TooMuch);
    }
    let mut walker = Walker { fonts: Fonts::new(), steps: MOST_STEPS, room: LONGEST_TEXT, lines: Lines::default() };
    pages.iter().map(|page| walker.page(page)).collect()
}

/// What `q` saves and `Q` brings back.
#[derive(Clone)]
struct State<'a> {
    to_page: Matrix,
    font: Option<Typeface<'a>>,
    size: f64,
    character_space: f64,
    word_space: f64,
    /// Horizontal scale; 1 is as the font has it.
    scale: f64,
    leading: f64,
    rise: f64,
}

impl State<'_> {
    fn new(to_page: Matrix) -> Self {
        let (size, scale) = (1.0, 1.0);
        Self { to_page, font: None, size, character_space: 0.0, word_space: 0.0, scale, leading: 0.0, rise: 0.0 }
    }
}

/// One drawing while it is gone through.
struct Drawing<'r, 'a> {
    resources: &'r Resources<'a>,
    state: State<'a>,
    saved: Vec<State<'a>>,
    /// States that were not saved, since there were too many.
    unsaved: u64,
    text: Matrix,
    line: Matrix,
    /// Marked content that is open; the outermost that says what it reads as counts.
    marks: u64,
    stands_for: Option<(u64, Option<String>)>,
}

struct Walker<'a> {
    fonts: Fonts<'a>,
    steps: u64,
    room: usize,
    lines: Lines,
}

impl<'a> Walker<'a> {
    fn page(&mut self, page: &Page<'a>) -> Result<String, Fault> {
        self.lines = Lines::default();
        if let Some(content) = page.page_stream() {
            self.draw(content, page.resources(), State::new(Matrix::IDENTITY), 0)?;
        }
        // What is filled into a form stands in annotations.
        for annotation in page.raw().get::<Array<'a>>(ANNOTS).into_iter().flat_map(|all| all.iter::<Dict<'a>>()) {
            self.step(1)?;
            let Some(look) = look(&annotation) else { continue };
            let corner = annotation.get::<Rect>(RECT).map_or(Matrix::IDENTITY, |r| Matrix::translation(r.x0, r.y0));
            self.form(&look, page.resources(), State::new(corner), 0)?;
        }
        let text = std::mem::take(&mut self.lines).text();
        self.room = self.room.checked_sub(text.len()).ok_or(Fault::TooMuch)?;
        Ok(text)
    }

    fn step(&mut self, steps: usize) -> Result<(), Fault> {
        self.steps = self.steps.checked_sub(steps as u64).ok_or(Fault::TooMuch)?;
        Ok(())
    }

    fn form(&mut self, stream: &Stream<'a>, outer: &Resources<'a>, mut state: State<'a>, depth: usize) -> Result<(), Fault> {
        // A drawing that cannot be unpacked draws nothing, as in viewers.
        let Ok(content) = stream.decoded_data() else { return Ok(()) };
        let dict = stream.dict();
        if let Some(own) = dict.get::<[f64; 6]>(MATRIX) {
            state.to_page = Matrix(own).then(state.to_page);
        }
        let own = dict.get::<Dict<'a>>(RESOURCES).map(Resources::new);
        self.draw(&content, own.as_ref().unwrap_or(outer), state, depth + 1)
    }

    fn draw(&mut self, content: &[u8], resources: &Resources<'a>, state: State<'a>, depth: usize) -> Result<(), Fault> {
        self.step(STEPS_A_DRAWING + content.len() / BYTES_A_STEP)?;
        let mut at = Drawing {
            resources,
            state,
            saved: Vec::new(),
            unsaved: 0,
            text: Matrix::IDENTITY,
            line: Matrix::IDENTITY,
            marks: 0,
            stands_for: None,
        };
        let mut operators = TypedIter::new(content);
        while let Some(operator) = operators.next() {
            self.step(1)?;
            if let Op::XObject(name) = operator {
                let form = resources.get_x_object(name.0).filter(|s| is_form(s.dict()) && depth < DEEPEST);
                if let Some(form) = form {
                    self.form(&form, resources, at.state.clone(), depth)?;
                }
            } else {
                self.operator(operator, &mut at)?;
            }
        }
        Ok(())
    }

    fn operator(&mut self, operator: Op<'_, '_>, at: &mut Drawing<'_, 'a>) -> Result<(), Fault> {
        match operator {
            Op::SaveState(_) if at.saved.len() < MOST_STATES => at.saved.push(at.state.clone()),
            Op::SaveState(_) => at.unsaved += 1,
            Op::RestoreState(_) if at.unsaved > 0 => at.unsaved -= 1,
            Op::RestoreState(_) => at.state = at.saved.pop().unwrap_or_else(|| at.state.clone()),
            Op::Transform(m) => at.state.to_page = matrix([&m.0, &m.1, &m.2, &m.3, &m.4, &m.5]).then(at.state.to_page),
            Op::SetGraphicsState(name) => self.graphics_state(name.0, at)?,
            Op::TextFont(font) => {
                at.state.font = self.fonts.load(at.resources.get_font(font.0).as_ref())?;
                at.state.size = font.1.as_f64();
            }
            Op::CharacterSpacing(n) => at.state.character_space = n.0.as_f64(),
            Op::WordSpacing(n) => at.state.word_space = n.0.as_f64(),
            Op::HorizontalScaling(n) => at.state.scale = n.0.as_f64() / 100.0,
            Op::TextLeading(n) => at.state.leading = n.0.as_f64(),
            Op::TextRise(n) => at.state.rise = n.0.as_f64(),
            Op::BeginText(_) => (at.text, at.line) = (Matrix::IDENTITY, Matrix::IDENTITY),
            Op::SetTextMatrix(m) => {
                at.line = matrix([&m.0, &m.1, &m.2, &m.3, &m.4, &m.5]);
                at.text = at.line;
            }
            Op::NextLine(by) => at.next_line(by.0.as_f64(), by.1.as_f64()),
            Op::NextLineAndSetLeading(by) => {
                at.state.leading = -by.1.as_f64();
                at.next_line(by.0.as_f64(), by.1.as_f64());
            }
            Op::NextLineUsingLeading(_) => at.next_line(0.0, -at.state.leading),
            Op::ShowText(text) => self.show(text.0, at)?,
            Op::NextLineAndShowText(text) => {
                at.next_line(0.0, -at.state.leading);
                self.show(text.0, at)?;
            }
            Op::ShowTextWithParameters(text) => {
                (at.state.word_space, at.state.character_space) = (text.0.as_f64(), text.1.as_f64());
                at.next_line(0.0, -at.state.leading);
                self.show(text.2, at)?;
            }
            Op::ShowTexts(all) => {
                for piece in all.0.iter::<Object<'_>>() {
                    match piece {
                        Object::String(text) => self.show(&text, at)?,
                        Object::Number(by) => at.adjust(by.as_f64()),
                        _ => self.step(1)?,
                    }
                }
            }
            Op::BeginMarkedContent(_) => at.marks += 1,
            Op::BeginMarkedContentWithProperties(mark) => at.mark(mark.1),
            Op::EndMarkedContent(_) => {
                if at.stands_for.as_ref().is_some_and(|(mark, _)| *mark == at.marks) {
                    at.stands_for = None;
                }
                at.marks = at.marks.saturating_sub(1);
            }
            _ => {}
        }
        Ok(())
    }

    fn graphics_state(&mut self, name: &Name<'_>, at: &mut Drawing<'_, 'a>) -> Result<(), Fault> {
        let font = at.resources.get_ext_g_state(name).and_then(|dict| dict.get::<Array<'a>>(FONT));
        let mut parts = font.into_iter().flat_map(|array| array.iter::<Object<'a>>());
        if let (Some(Object::Dict(font)), Some(Object::Number(size))) = (parts.next(), parts.next()) {
            at.state.font = self.fonts.load(Some(&font))?;
            at.state.size = size.as_f64();
        }
        Ok(())
    }

    fn show(&mut self, string: &PdfString<'_>, at: &mut Drawing<'_, 'a>) -> Result<(), Fault> {
        let bytes = string.as_bytes();
        self.step(1 + bytes.len())?;
        let font = match &at.state.font {
            Some(font) => font.clone(),
            // Some writers leave the font out; viewers show what they can.
            None => match self.fonts.load(None)? {
                Some(font) => font,
                None => return Ok(()),
            },
        };
        let mut offset = 0;
        while offset < bytes.len() {
            let code = font.code(bytes, offset);
            offset += code.length;
            let state = &at.state;
            let (right, up) = font.advance(code.code);
            let word = if code.code == 32 && code.length == 1 { state.word_space } else { 0.0 };
            let space = state.character_space + word;
            let (dx, dy) = if font.is_horizontal() {
                ((right * state.size + space) * state.scale, 0.0)
            } else {
                (0.0, up * state.size + space)
            };
            let to_page = at.text.then(state.to_page);
            let text = match &mut at.stands_for {
                None => font.text(code.code),
                // Said once, over as many glyphs as there are.
                Some((_, instead)) => instead.take().unwrap_or_default(),
            };
            let (x, y) = to_page.point(0.0, state.rise);
            let (along_x, along_y) = to_page.vector(dx, dy);
            let (high_x, high_y) =
                if font.is_horizontal() { to_page.vector(0.0, state.size) } else { to_page.vector(state.size, 0.0) };
            self.lines.add(Glyph { text: &text, x, y, along: (along_x, along_y), size: high_x.hypot(high_y) });
            if self.lines.bytes() > self.room {
                return Err(Fault::TooMuch);
            }
            at.text = Matrix::translation(dx, dy).then(at.text);
        }
        Ok(())
    }
}

impl Drawing<'_, '_> {
    fn next_line(&mut self, x: f64, y: f64) {
        self.line = Matrix::translation(x, y).then(self.line);
        self.text = self.line;
    }

    /// A number between the strings of `TJ`: thousandths of the size, backwards.
    fn adjust(&mut self, by: f64) {
        let by = -by / 1000.0 * self.state.size;
        let horizontal = self.state.font.as_ref().is_none_or(Typeface::is_horizontal);
        let (x, y) = if horizontal { (by * self.state.scale, 0.0) } else { (0.0, by) };
        self.text = Matrix::translation(x, y).then(self.text);
    }

    fn mark(&mut self, properties: &Object<'_>) {
        self.marks += 1;
        if self.stands_for.is_some() {
            return;
        }
        let instead = match properties {
            Object::Dict(dict) => dict.get::<PdfString<'_>>(ACTUAL_TEXT).map(|s| words::decode(s.as_bytes())),
            Object::Name(name) => {
                let dict = self.resources.properties.get::<Dict<'_>>(name);
                dict.and_then(|dict| dict.get::<PdfString<'_>>(ACTUAL_TEXT)).map(|s| words::decode(s.as_bytes()))
            }
            _ => None,
        };
        self.stands_for = instead.map(|text| (self.marks, Some(text)));
    }
}

fn matrix(numbers: [&Number; 6]) -> Matrix {
    Matrix(numbers.map(Number::as_f64))
}

fn is_form(dict: &Dict<'_>) -> bool {
    dict.get::<Name<'_>>(SUBTYPE).is_some_and(|kind| Name::as_ref(&kind) == b"Form")
}

/// What draws an annotation, in the state it is in.
fn look<'a>(annotation: &Dict<'a>) -> Option<Stream<'a>> {
    if annotation.get::<i32>(F).unwrap_or(0) & UNSEEN != 0 {
        return None;
    }
    match annotation.get::<Dict<'a>>(AP)?.get::<Object<'a>>(N)? {
        Object::Stream(stream) => Some(stream),
        Object::Dict(states) => states.get::<Stream<'a>>(annotation.get::<Name<'a>>(AS)?),
        _ => None,
    }
}
