import * as v from 'valibot'
import { list, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../users/callers'
import { addAlertWords, forgetAlertWords } from './actions'
import { MOST_ALERT_WORDS, tooManyAlertWords } from './rules'
import { alertWordsOf } from './storage'

const allOfThem = { alert_words: v.array(v.string()) }

export const getAlertWords = endpoint.decision({
  route: 'GET /users/me/alert_words',
  summary: 'The words you want to be alerted to.',
  caller: anyUser,
  params: {},
  returns: allOfThem,
  errors: [],
  decide: (realm, { user_id }) => ({ alert_words: alertWordsOf(realm, user_id) }),
})

export const createAlertWords = endpoint.decision({
  route: 'POST /users/me/alert_words',
  summary: 'Add words you want to be alerted to.',
  caller: anyUser,
  params: { alert_words: list(shortText(), MOST_ALERT_WORDS) },
  returns: allOfThem,
  errors: [tooManyAlertWords],
  decide: (realm, actor, { alert_words }) => ({ alert_words: addAlertWords(realm, actor, alert_words) }),
})

export const removeAlertWords = endpoint.decision({
  route: 'DELETE /users/me/alert_words',
  summary: 'Remove words you no longer want to be alerted to.',
  caller: anyUser,
  params: { alert_words: list(shortText(), MOST_ALERT_WORDS) },
  returns: allOfThem,
  errors: [],
  decide: (realm, actor, { alert_words }) => ({ alert_words: forgetAlertWords(realm, actor, alert_words) }),
})
