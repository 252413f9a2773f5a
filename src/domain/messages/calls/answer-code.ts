import { createHmac } from 'node:crypto'
import type { Call } from './call'

/**
 * What a notification of a call that rings adds to its link. With it, the link answers the call, and turns the microphone on. So only the
 * clients and the notifications of the user have it, and no other user can write such a link.
 */
export const answerCode = ({ secret }: Pick<Call, 'secret'>, user_id: number): string =>
  createHmac('sha256', secret).update(`answer ${user_id}`).digest('base64url')
