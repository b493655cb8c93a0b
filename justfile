# Short names for the commands that the README and CONTRIBUTING use.

# Everything that must hold
test:
    scripts/test

# The example, in one screen
demo:
    cargo run --release -p fourcell-cli -- demo

# Beside peers, at full size
bench:
    python3 bench/run.py

# Readers against hostile bytes, for some seconds
fuzz seconds="300":
    scripts/fuzz {{seconds}}
