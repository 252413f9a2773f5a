import { messageExtra } from '../../../realm'
import { findCall } from '../../messages/calls/storage'
import { endCall } from './end'

/** A call ends with its message. */
export const callsOfMessages = messageExtra({
  field: 'parley_call',
  delete: (realm, message_ids) => {
    for (const id of message_ids) if (findCall(realm, id)) endCall(realm, id, 'ended')
  },
})
