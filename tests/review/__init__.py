"""Reviews: what adds up, what agrees with exact enumeration, what is said of decisions."""
