//! What the elements of HTML do to visible text.

/// What an element does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Its content is never shown.
    Hidden,
    /// It begins and ends a paragraph.
    Paragraph,
    /// It begins and ends a line.
    Line,
    /// A heading of this level.
    Heading(u8),
    /// The page's title.
    Title,
    /// A list; `true` where its items are numbered.
    List(bool),
    /// An item of a list.
    Item,
    /// Text whose white space counts.
    Preformatted,
    /// A table.
    Table,
    /// A row of a table.
    Row,
    /// A cell of a row.
    Cell,
    /// A line end.
    Break,
    /// Nothing: it stands in a line, or is unknown.
    Inline,
}

/// What an element does, by its name in lower case.
pub(super) fn effect(name: &[u8]) -> Effect {
    match name {
        b"script" | b"style" | b"template" | b"noscript" | b"iframe" | b"noembed" | b"noframes" | b"object" | b"datalist" => {
            Effect::Hidden
        }
        b"h1" => Effect::Heading(1),
        b"h2" => Effect::Heading(2),
        b"h3" => Effect::Heading(3),
        b"h4" => Effect::Heading(4),
        b"h5" => Effect::Heading(5),
        b"h6" => Effect::Heading(6),
        b"title" => Effect::Title,
        b"ul" | b"menu" | b"dir" => Effect::List(false),
        b"ol" => Effect::List(true),
        b"li" => Effect::Item,
        b"pre" | b"textarea" | b"xmp" | b"listing" => Effect::Preformatted,
        b"table" => Effect::Table,
        b"tr" => Effect::Row,
        b"td" | b"th" => Effect::Cell,
        b"br" => Effect::Break,
        b"p" | b"div" | b"section" | b"article" | b"aside" | b"header" | b"footer" | b"main" | b"nav" | b"blockquote"
        | b"figure" | b"form" | b"fieldset" | b"hr" | b"address" | b"details" | b"dialog" | b"dl" | b"body" | b"html"
        | b"head" | b"center" | b"hgroup" | b"search" => Effect::Paragraph,
        b"dt" | b"dd" | b"figcaption" | b"summary" | b"legend" | b"caption" | b"option" | b"optgroup" | b"thead" | b"tbody"
        | b"tfoot" => Effect::Line,
        _ => Effect::Inline,
    }
}

/// Elements without content: there is no end tag to wait for.
pub(super) fn is_void(name: &[u8]) -> bool {
    matches!(
        name,
        b"area"
            | b"base"
            | b"br"
            | b"col"
            | b"embed"
            | b"hr"
            | b"img"
            | b"input"
            | b"link"
            | b"meta"
            | b"param"
            | b"source"
            | b"track"
            | b"wbr"
    )
}

/// Whether the start of `next` ends an open `open` that has no end tag of its own, as HTML allows for these.
pub(super) fn start_ends(open: &[u8], next: &[u8]) -> bool {
    match open {
        b"p" => !matches!(effect(next), Effect::Inline | Effect::Break | Effect::Hidden | Effect::Title),
        b"li" => next == b"li",
        b"dt" | b"dd" => matches!(next, b"dt" | b"dd"),
        b"option" => matches!(next, b"option" | b"optgroup"),
        b"td" | b"th" => matches!(next, b"td" | b"th" | b"tr" | b"tbody" | b"tfoot"),
        b"tr" => matches!(next, b"tr" | b"tbody" | b"tfoot"),
        b"thead" | b"tbody" => matches!(next, b"tbody" | b"tfoot"),
        _ => false,
    }
}

/// Whether the end of `end` ends an open `open` that stands inside and has no end tag of its own.
pub(super) fn end_ends(open: &[u8], end: &[u8]) -> bool {
    match open {
        b"p" => !matches!(effect(end), Effect::Inline | Effect::Break),
        b"li" => matches!(end, b"ul" | b"ol" | b"menu"),
        b"dt" | b"dd" => end == b"dl",
        b"option" => matches!(end, b"select" | b"optgroup" | b"datalist"),
        b"td" | b"th" => matches!(end, b"tr" | b"table" | b"tbody" | b"thead" | b"tfoot"),
        b"tr" => matches!(end, b"table" | b"tbody" | b"thead" | b"tfoot"),
        b"thead" | b"tbody" | b"tfoot" => end == b"table",
        _ => false,
    }
}
