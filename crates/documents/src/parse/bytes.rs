//! From bytes to text, or an error that says what the bytes are instead.

use formats::InputError;

/// UTF-8 text without its byte-order mark.
///
/// # Errors
/// A NUL byte (not text), UTF-16, or broken UTF-8, with the offset of the byte, counted from 0.
pub(crate) fn text(mut input: Vec<u8>) -> Result<String, InputError> {
    if input.starts_with(&[0xff, 0xfe]) || input.starts_with(&[0xfe, 0xff]) {
        return Err(InputError::new("is UTF-16; UTF-8 is expected").at_byte(0).mend("save the file as UTF-8"));
    }
    if let Some(byte) = input.iter().position(|b| *b == 0) {
        return Err(InputError::new("is not text: it holds a NUL byte")
            .at_byte(byte as u64)
            .mend("convert it to Markdown, HTML or plain text, or take it out of the folder"));
    }
    if input.starts_with("\u{feff}".as_bytes()) {
        input.drain(..3);
        return String::from_utf8(input).map_err(|e| broken(&e, 3));
    }
    String::from_utf8(input).map_err(|e| broken(&e, 0))
}

fn broken(error: &std::string::FromUtf8Error, before: usize) -> InputError {
    let byte = before + error.utf8_error().valid_up_to();
    InputError::new("invalid UTF-8").at_byte(byte as u64).mend("save the file as UTF-8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_are_named() {
        assert_eq!(text(b"\xef\xbb\xbfab\r\n".to_vec()).unwrap(), "ab\r\n");
        assert_eq!(text(b"\xef\xbb\xbfab\xff".to_vec()).unwrap_err().byte(), Some(5));
        assert_eq!(text(b"ab\xff".to_vec()).unwrap_err().byte(), Some(2));
        assert_eq!(text(b"ab\0\xff".to_vec()).unwrap_err().byte(), Some(2));
        assert!(text(b"\xff\xfea\0".to_vec()).unwrap_err().problem().contains("UTF-16"));
    }
}
