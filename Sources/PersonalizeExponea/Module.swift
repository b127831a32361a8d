// Exponea
