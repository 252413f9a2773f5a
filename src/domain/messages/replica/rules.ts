import { badRequest } from '../../../api/errors'
import { IDS_PER_BLOCK, MAX_BLOCKS } from './digest-rules'

export const keepingIsOff = badRequest(() => 'This organization lets browsers keep no messages.')

/** The realm serves other requests between these turns of a comparison. */
export const BLOCKS_PER_TURN = 32

export const tooManyBlocks = badRequest(() => `A comparison covers at most ${MAX_BLOCKS * IDS_PER_BLOCK} ids.`)
