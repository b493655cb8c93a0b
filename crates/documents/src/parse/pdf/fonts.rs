//! Which character a code of a string is, and how far it moves on.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use hayro_font::hayro_cmap::{self, BfString, CMap, CMapName, CidFamily};
use hayro_font::{CMapResolverFn, Font, FontCache, FontGlyph, FontQuery, FontResolverFn, GlyphId, StandardFont, UNITS_PER_EM};
use hayro_syntax::object::dict::keys::{CIDSYSTEMINFO, DESCENDANT_FONTS, ENCODING, ORDERING, REGISTRY, W, W2};
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};

use super::{Fault, words};

/// The last number that a character can have in a font.
const LAST_NUMBER: f64 = 65_535.0;

/// A font as strings are read by it.
#[derive(Clone)]
pub(super) struct Typeface<'a> {
    font: Font<'a>,
    /// For a font that does not say which characters it shows, but whose glyphs are numbered in a way that everyone knows.
    by_number: Option<Rc<ByNumber>>,
}

/// A code of a string.
pub(super) struct Code {
    pub(super) code: u32,
    /// How many bytes it takes.
    pub(super) length: usize,
}

impl<'a> Typeface<'a> {
    /// The code at an offset that lies in the string.
    pub(super) fn code(&self, bytes: &[u8], offset: usize) -> Code {
        let (code, length) = self.font.read_code(bytes, offset);
        Code { code, length: length.max(1) }
    }

    /// How far a code moves on, to the right and up, in sizes of the font.
    pub(super) fn advance(&self, code: u32) -> (f64, f64) {
        let moved = self.font.code_advance(code);
        (moved.x / f64::from(UNITS_PER_EM), moved.y / f64::from(UNITS_PER_EM))
    }

    pub(super) fn is_horizontal(&self) -> bool {
        self.font.is_horizontal()
    }

    /// What a code shows; U+FFFD where nothing says so.
    pub(super) fn text(&self, code: u32) -> String {
        // The glyph's outline is of no concern, so it is not looked for.
        let unicode = match self.font.glyph(GlyphId::NOTDEF, code) {
            FontGlyph::Outline(glyph) => glyph.as_unicode(),
            FontGlyph::Type3(glyph) => glyph.as_unicode(),
        };
        let unicode = unicode.or_else(|| self.by_number.as_ref()?.unicode(code));
        let mut text = String::new();
        words::push(&mut text, &unicode.unwrap_or(BfString::Char(char::REPLACEMENT_CHARACTER)));
        text
    }
}

/// Adobe's numbers of Chinese, Japanese and Korean characters.
struct ByNumber {
    encoding: CMap,
    characters: CMap,
}

impl ByNumber {
    fn new(dict: &Dict<'_>, resolve: &CMapResolverFn) -> Option<Self> {
        let descendant = dict.get::<Array<'_>>(DESCENDANT_FONTS)?.iter::<Dict<'_>>().next()?;
        let system = descendant.get::<Dict<'_>>(CIDSYSTEMINFO)?;
        let registry = system.get::<PdfString<'_>>(REGISTRY)?;
        let ordering = system.get::<PdfString<'_>>(ORDERING)?;
        let family = CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes());
        let named = |name: CMapName<'_>| -> Option<CMap> {
            let resolve = resolve.clone();
            CMap::parse(resolve(name)?, move |n| resolve(n))
        };
        let characters = named(family.ucs2_cmap()?)?;
        let encoding = match dict.get::<Object<'_>>(ENCODING)? {
            Object::Name(name) => match Name::as_ref(&name) {
                b"Identity-H" => CMap::identity_h(),
                b"Identity-V" => CMap::identity_v(),
                name => named(CMapName::from_bytes(name))?,
            },
            Object::Stream(stream) => {
                let resolve = resolve.clone();
                CMap::parse(&Stream::decoded_data(&stream).ok()?, move |n| resolve(n))?
            }
            _ => return None,
        };
        Some(Self { encoding, characters })
    }

    fn unicode(&self, code: u32) -> Option<BfString> {
        let number = (1..=4).find_map(|length| self.encoding.lookup_cid_code(code, length))?;
        self.characters.lookup_bf_string(number)
    }
}

/// The fonts of a document.
pub(super) struct Fonts<'a> {
    cache: FontCache<'a>,
    resolve_font: FontResolverFn,
    resolve_cmap: CMapResolverFn,
    /// By where their dictionary lies; `None` for one that is missing or broken.
    known: HashMap<(usize, usize), Option<Typeface<'a>>>,
}

impl<'a> Fonts<'a> {
    pub(super) fn new() -> Self {
        Self {
            cache: FontCache::new(),
            // Only its presence counts: outlines are not looked at, and widths of the standard fonts are known by name.
            resolve_font: Arc::new(|query| match query {
                FontQuery::Standard(font) => Some(font.get_font_data()),
                FontQuery::Fallback(query) => Some(query.pick_standard_font().get_font_data()),
            }),
            resolve_cmap: Arc::new(hayro_cmap::load_embedded),
            known: HashMap::new(),
        }
    }

    /// The font of a dictionary; a font that is missing or broken is taken for Helvetica, as viewers do.
    pub(super) fn load(&mut self, dict: Option<&Dict<'a>>) -> Result<Option<Typeface<'a>>, Fault> {
        let place = dict.map_or((0, 0), |dict| (dict.data().as_ptr() as usize, dict.data().len()));
        if let Some(known) = self.known.get(&place) {
            return Ok(known.clone());
        }
        if dict.is_some_and(has_endless_widths) {
            return Err(Fault::TooMuch);
        }
        let found = dict.and_then(|dict| {
            let font = self.cache.font(dict, &self.resolve_font, &self.resolve_cmap)?;
            Some(Typeface { font, by_number: ByNumber::new(dict, &self.resolve_cmap).map(Rc::new) })
        });
        let face = found.or_else(|| {
            let font = self.cache.standard_font(StandardFont::Helvetica, &self.resolve_font)?;
            Some(Typeface { font, by_number: None })
        });
        self.known.insert(place, face.clone());
        Ok(face)
    }
}

/// Whether a font states widths for more numbers than there are: each of a range would be written down, up to four thousand million.
fn has_endless_widths(dict: &Dict<'_>) -> bool {
    let descendant = dict.get::<Array<'_>>(DESCENDANT_FONTS).and_then(|all| all.iter::<Dict<'_>>().next());
    let widths = descendant.into_iter().flat_map(|font| [W, W2].into_iter().filter_map(move |key| font.get::<Array<'_>>(key)));
    widths.flat_map(|array| array.iter::<Object<'_>>()).any(|o| matches!(o, Object::Number(n) if n.as_f64() > LAST_NUMBER))
}
