//! Commands that a reader copies into a shell: whatever stands in a name, a shell takes it for one word.

use crate::text::commands;

/// A name as one word of a POSIX shell; characters that command a terminal are written as bash and zsh read them.
pub fn word(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/@:+,=".contains(c);
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(['-', '=']) {
        return name.to_owned();
    }
    if !name.chars().any(commands) {
        return format!("'{}'", name.replace('\'', "'\\''"));
    }
    let mut text = String::from("$'");
    for character in name.chars() {
        match character {
            '\'' | '\\' => text.extend(['\\', character]),
            other if commands(other) => {
                let mut bytes = [0; 4];
                other.encode_utf8(&mut bytes).bytes().for_each(|byte| text += &format!("\\x{byte:02x}"));
            }
            other => text.push(other),
        }
    }
    text + "'"
}

/// An option with its value, where a value may begin with a minus.
pub fn option(name: &str, value: &str) -> String {
    let word = word(value);
    if value.starts_with('-') { format!("{name}={word}") } else { format!("{name} {word}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_takes_any_name_for_one_word() {
        let words = ["plain-id.1", "it's; rm -rf /", "", "$(x)`y`", "a\u{1b}[2J'\n", "é\u{202e}"].map(word);
        let expected = ["plain-id.1", "'it'\\''s; rm -rf /'", "''", "'$(x)`y`'", "$'a\\x1b[2J\\'\\x0a'", "$'é\\xe2\\x80\\xae'"];
        assert_eq!(words, expected);
        assert_eq!(option("--show", "-x"), "--show='-x'");
        assert_eq!(option("--show", "x"), "--show x");
    }
}
