"""National advantages: modules beside the rules, one for each that has decisions of its own.

An edition's `traits.toml` names the module of an advantage and its parameters. What needs no
decision (other numbers, other profiles) is data only.
"""
