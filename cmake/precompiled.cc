// Gives a set of precompiled headers a translation unit to belong to.
