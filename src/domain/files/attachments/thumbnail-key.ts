import type { Attachment } from './attachment'

/** Returns the key of the thumbnail of a file in R2. Realms with one file and its thumbnail share no keys. */
export const thumbnailKey = ({ key }: Pick<Attachment, 'key'>): string => key.replace(/^uploads\//, 'thumbnails/')

/** Returns the key of the thumbnail that moves. */
export const animationKey = (file: Pick<Attachment, 'key'>): string => `${thumbnailKey(file)}.animation`
