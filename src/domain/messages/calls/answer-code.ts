import { createHmac } from 'node:crypto'
import type { Call } from './call'

/**
 * What a notification of a call that rings adds to its link. It answers the call, with the microphone, so only the user's own clients
 * and notifications have it: a link that others write rings on.
 */
export const answerCode = ({ secret }: Pick<Call, 'secret'>, user_id: number): string =>
  createHmac('sha256', secret).update(`answer ${user_id}`).digest('base64url')
