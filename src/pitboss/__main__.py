"""``python -m pitboss``: the installed command by the name of the package."""

from pitboss.cli.main import main

if __name__ == "__main__":
    main()
