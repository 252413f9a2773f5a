import { badRequest } from '../../../api/errors'
import { IDS_PER_BLOCK } from './digest-rules'

export const keepingIsOff = badRequest(() => 'This organization lets browsers keep no messages.')

/** A page takes about 2.5 ms of the realm's thread: smaller and larger ones take more for each message. */
export const MAX_MESSAGES_PER_PAGE = 1000
/** What one comparison covers. The realm serves other requests between its turns. */
export const MAX_BLOCKS = 64
export const BLOCKS_PER_TURN = 32
/** A list has the ids of these blocks. */
export const MAX_LISTED_BLOCKS = 8

export const tooManyBlocks = badRequest(() => `A comparison covers at most ${MAX_BLOCKS * IDS_PER_BLOCK} ids.`)
