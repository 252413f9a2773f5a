import * as v from 'valibot'
import { list, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../users/callers'
import { addAlertWords, deleteAlertWords } from './actions'
import { MAX_ALERT_WORDS, tooManyAlertWords } from './rules'
import { alertWordsOf } from './storage'

const alertWordList = { alert_words: v.array(v.string()) }

export const getAlertWords = endpoint.decision({
  route: 'GET /users/me/alert_words',
  summary: 'Get your alert words.',
  caller: anyUser,
  params: {},
  returns: alertWordList,
  errors: [],
  decide: (realm, { user_id }) => ({ alert_words: alertWordsOf(realm.sql, user_id) }),
})

export const createAlertWords = endpoint.decision({
  route: 'POST /users/me/alert_words',
  summary: 'Add alert words. A message that contains one of them notifies you.',
  caller: anyUser,
  params: { alert_words: list(shortText(), MAX_ALERT_WORDS) },
  returns: alertWordList,
  errors: [tooManyAlertWords],
  decide: (realm, actor, { alert_words }) => ({ alert_words: addAlertWords(realm, actor, alert_words) }),
})

export const removeAlertWords = endpoint.decision({
  route: 'DELETE /users/me/alert_words',
  summary: 'Remove alert words.',
  caller: anyUser,
  params: { alert_words: list(shortText(), MAX_ALERT_WORDS) },
  returns: alertWordList,
  errors: [],
  decide: (realm, actor, { alert_words }) => ({ alert_words: deleteAlertWords(realm, actor, alert_words) }),
})
