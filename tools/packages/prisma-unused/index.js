// Empty: nothing calls it.
