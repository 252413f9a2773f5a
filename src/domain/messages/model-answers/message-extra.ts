import { messageExtra } from '../../../realm'
import { deleteAnswersAbout } from './storage'

/** It adds nothing to messages. What the model made of a text goes when the text does. */
export const modelAnswersOfMessages = messageExtra({
  field: 'model_answers',
  update: (realm, { id }) => {
    deleteAnswersAbout(realm.sql, [id])
    return []
  },
  delete: (realm, message_ids) => deleteAnswersAbout(realm.sql, message_ids),
})
