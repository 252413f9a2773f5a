/** Keeps a name, or text in Latin letters, from changing the order of an Arabic sentence around it. Addresses of pages stay bare. */
export const isolated = (text: string | number): string => `\u2068${text}\u2069`
