import { concept } from '../../../concept'
import { deleteOldAnswers } from './due-work'
import { modelAnswersOfMessages } from './message-extra'
import tables from './tables.sql'

export const modelAnswers = concept({
  name: 'messages/model-answers',
  tables: [tables],
  messageExtras: [modelAnswersOfMessages],
  dueWork: [deleteOldAnswers],
})
