import { concept } from '../../../concept'
import tables from './tables.sql'
import { getAlertWords, createAlertWords, removeAlertWords } from './endpoints'
import { alertWordsChanged, alertWordsState } from './events'

export const alertWords = concept({
  name: 'people/alert-words',
  title: 'Alert words',
  tables: [tables],
  endpoints: [getAlertWords, createAlertWords, removeAlertWords],
  events: [alertWordsChanged],
  state: [alertWordsState],
})
