"""What happens without a person there: computer seats, standing orders, clocks, votes, notices."""
