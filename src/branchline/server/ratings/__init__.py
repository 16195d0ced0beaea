"""What games come to for those who played them: results, ratings, leaderboards, and the person's page."""
