// The words that names and sentences of this project do not use. Each has a replacement and a reason.
//
// in: 'all'          in identifiers and in prose (comments, documents, test names, messages of scripts)
//     'identifiers'  in identifiers only: as a part of any name
//     'whole names'  in identifiers only: where the word is the whole name
// except: text in which the word is right, such as a wire name. It is compared with the name, or with the sentence.

const NO_ACTOR = 'names no actor: the reader cannot tell which user, client or process is meant'
const PARTICIPLE = 'is a participle: it says what was done to the thing, not what the thing is'
const COINED = 'is coined: no reader from this field knows it'

const UNSPECIFIED = 'the actor, the user, the viewer, the recipient, the client, the caller'

export const BANNED_WORDS = [
  { words: ['whoever', 'whomever', 'whosoever'], use: UNSPECIFIED, reason: NO_ACTOR },
  { words: ['somebody', 'someone', 'somebodys'], use: UNSPECIFIED, reason: NO_ACTOR },
  { words: ['anybody', 'anybodys'], use: 'any user, any client', reason: NO_ACTOR },
  { words: ['everybody', 'everybodys'], use: 'all users, every member', reason: NO_ACTOR },
  {
    words: ['nobody', 'nobodys'],
    use: 'no user, no client',
    reason: NO_ACTOR,
    except: [/allow_nobody_group/, /nobody_?group/i, /role:nobody/, /group.{0,4}Nobody/],
  },

  {
    words: ['said'],
    use: 'sent, requested, given; in names the noun: requestedTopic, responseFields',
    reason: PARTICIPLE,
  },
  { words: ['told'], use: 'published, notified, returned; in names the noun: recipients', reason: PARTICIPLE },
  { words: ['meant'], use: 'resolved, requested, intended; resolveX() for a lookup', reason: PARTICIPLE },
  { words: ['heard'], use: 'received; in names: events, receivedEvents', reason: PARTICIPLE },
  { words: ['held'], in: 'whole names', use: 'the noun: receivedMessages, bufferedBytes', reason: PARTICIPLE },
  { words: ['known'], in: 'whole names', use: 'the noun: visibleUsers, existingTopics', reason: PARTICIPLE },
  { words: ['shown'], in: 'whole names', use: 'the noun: response, visibleFields', reason: PARTICIPLE },
  { words: ['asked'], in: 'whole names', use: 'the noun: request, parsedNarrow, requestedIds', reason: PARTICIPLE },
  { words: ['wanted'], in: 'whole names', use: 'requested, or the noun', reason: PARTICIPLE },

  {
    words: ['tell', 'tells', 'telling'],
    in: 'identifiers',
    use: 'publish, notify',
    reason: 'publish is the verb for events',
  },
  {
    words: ['hear', 'hears', 'hearing', 'ear', 'ears'],
    use: 'receive; a listener',
    reason: 'a client receives events',
  },
  { words: ['deaf'], use: 'muted, mutedBy', reason: 'the API says mute' },

  { words: ['bite', 'bites'], use: 'batch', reason: 'the field says batch' },
  {
    words: ['lot', 'lots'],
    use: 'batch; chunk for a range of ids',
    reason: 'the field says batch and chunk',
    except: [/\ba lot\b/],
  },
  { words: ['deed', 'deeds'], use: 'activity, topic activity', reason: COINED, except: [/\bindeed\b/] },
  { words: ['habit', 'habits'], use: 'automatic visibility policy', reason: COINED },
  { words: ['luggage'], use: 'request context', reason: COINED },
  { words: ['errand', 'errands'], use: 'edge request', reason: COINED },
  { words: ['outlook', 'outlooks'], use: 'visibility', reason: COINED },
  { words: ['acquaintance', 'acquaintances', 'acquainting'], use: 'shared context', reason: COINED },
  { words: ['adornment', 'adornments', 'adorns'], use: 'message extras', reason: COINED },
  { words: ['onlooker', 'onlookers'], use: 'guests who can read a web-public channel', reason: COINED },
  { words: ['fleeting'], use: 'ephemeral', reason: 'the field says ephemeral' },
  { words: ['severally'], use: 'one at a time, for each', reason: COINED },
  {
    words: ['letter', 'letters'],
    use: 'email; for text: character',
    reason: 'an email is an email; a letter is a character from A to Z',
    except: [
      /letter-spacing|letters?_?and_?digits|(digits?|numbers?|dashes),? (and|or) letters?/i,
      /letters?(,| and| or| nor|) (a |an )?(digits?|numbers?|spaces?|hyphens?|dashes|underscores?|'|`)/i,
      /(capital|small|lowercase|lower-case|uppercase|upper-case|ascii|latin|greek|hebrew|unicode|english|first|last|single|accented) letters?/i,
    ],
  },
]
