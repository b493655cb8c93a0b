//! How a request is meant: the methods of HTTP that interfaces for documents use.

/// A method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Takes something in, or asks with a body.
    Post,
    /// Puts something at its place.
    Put,
    /// Changes a part.
    Patch,
    /// Takes something out.
    Delete,
    /// Reads.
    Get,
}

impl Method {
    /// Every method by its name.
    pub const ALL: [(&'static str, Self); 5] =
        [("POST", Self::Post), ("PUT", Self::Put), ("PATCH", Self::Patch), ("DELETE", Self::Delete), ("GET", Self::Get)];

    /// The name.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}
