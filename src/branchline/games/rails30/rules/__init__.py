"""The rules of 30 Rails (L1–L20): the state, one module for each verb, routes and points."""
