/** The hues of the accent. With each, all pairs of colours have their contrast: a test measures them. */
export const HUES: Record<string, number> = { blue: 262, violet: 300, pink: 340 }
