import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../users/user'
import { alertWordsOf } from './storage'

export const alertWordsChanged = event<{ alert_words: string[] }>({
  type: 'alert_words',
  summary: 'The alert words of the user changed. The event lists all of them.',
  recipients: { users: 'the user' },
  updates: 'alert_words',
  fields: { alert_words: v.array(v.string()) },
})

export const alertWordsState = stateSlice({
  fetchedFor: ['alert_words'],
  fields: { alert_words: v.array(v.string()) },
  read: (realm, { user_id }: User) => ({ alert_words: alertWordsOf(realm.sql, user_id) }),
})
