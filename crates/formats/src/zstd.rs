//! Zstandard data of any number of frames.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Whether bytes begin like Zstandard data: an ordinary frame, or the skippable frame that parallel compressors put first.
pub fn begins_like_zstd(head: &[u8]) -> bool {
    head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) || (head.len() >= 4 && head[0] & 0xf0 == 0x50 && head[1..4] == [0x2a, 0x4d, 0x18])
}

/// Decodes every frame of its input. One frame is all that `ruzstd`'s own stream reads, so that a file made by appending, or by a
/// compressor with several threads, would end early without a word.
pub struct Frames<R> {
    input: R,
    decoder: FrameDecoder,
    inside: bool,
    /// A fault that was met behind data which the reader has not had yet.
    broken: Option<io::Error>,
}

impl<R: BufRead> Frames<R> {
    /// Reads frames from `input`.
    pub fn new(input: R) -> Self {
        Self { input, decoder: FrameDecoder::new(), inside: false, broken: None }
    }

    /// Moves to the next frame that holds data; `false` at the end of the input.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.input.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(&mut self.input) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let length = u64::from(length);
                    if io::copy(&mut (&mut self.input).take(length), &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(e) => return Err(io::Error::other(e)),
            }
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if into.is_empty() {
            return Ok(0);
        }
        loop {
            if self.inside {
                while self.broken.is_none() && self.decoder.can_collect() < into.len() && !self.decoder.is_finished() {
                    let wanted = BlockDecodingStrategy::UptoBytes(into.len() - self.decoder.can_collect());
                    // Whatever the size of `into`, what came before a fault is handed out before it.
                    self.broken = self.decoder.decode_blocks(&mut self.input, wanted).err().map(io::Error::other);
                }
                let read = self.decoder.read(into)?;
                if read > 0 {
                    return Ok(read);
                }
                if let Some(fault) = self.broken.take() {
                    return Err(fault);
                }
            }
            self.inside = self.begin()?;
            if !self.inside {
                return Ok(0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn frame(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    fn all(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        Frames::new(bytes).read_to_end(&mut out).map(|_| out)
    }

    #[test]
    fn every_frame_is_read_and_skippable_ones_are_skipped() {
        let mut bytes = vec![0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        assert!(begins_like_zstd(&bytes));
        bytes.extend(frame(b"one\n"));
        bytes.extend(frame(b""));
        bytes.extend(frame(&b"two\n".repeat(100_000)));
        let text = all(&bytes).unwrap();
        assert_eq!(text.len(), 4 + 400_000);
        assert!(text.starts_with(b"one\ntwo\n"));
    }

    #[test]
    fn cut_off_data_is_an_error() {
        let whole = frame(&(0..200_000u32).flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
        for length in [3, 5, 9, whole.len() / 2, whole.len() - 1] {
            assert!(all(&whole[..length]).is_err(), "{length}");
        }
        assert!(all(&[0x51, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1]).is_err());
    }

    /// A frame without a window, whose blocks are data at first and then none.
    #[test]
    fn what_comes_before_a_fault_is_read_whatever_the_size_of_a_read() {
        let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0x20, 0x00];
        // Raw blocks of three bytes each, then one that is longer than a block may be.
        for text in ["a\n\0", "b\nc", "d\n\n"] {
            bytes.extend([3 << 3, 0, 0]);
            bytes.extend(text.bytes());
        }
        bytes.extend([0xf9, 0xff, 0xff]);
        let in_reads_of = |size: usize| {
            let (mut frames, mut out, mut buffer) = (Frames::new(&bytes[..]), Vec::new(), vec![0; size]);
            loop {
                match frames.read(&mut buffer) {
                    Ok(read) => {
                        assert!(read > 0, "it ends in a fault");
                        out.extend_from_slice(&buffer[..read]);
                    }
                    Err(fault) => return (out, fault.to_string()),
                }
            }
        };
        let (text, fault) = in_reads_of(1);
        assert_eq!(text, b"a\n\0b\ncd\n\n");
        for size in [2, 3, 4, 16, 1 << 20] {
            assert_eq!(in_reads_of(size), (text.clone(), fault.clone()), "{size}");
        }
    }
}
