"""What every computer player that thinks uses: odds, threats, what ground is worth, shipping."""
