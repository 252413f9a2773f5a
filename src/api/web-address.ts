/** Returns whether a text is an address of HTTP or HTTPS. It may lead to a private network: `fetchOutside` decides what is asked. */
export const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
