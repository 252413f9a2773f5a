import { Refusal } from '../wire/requests'
import { whatIfWords as words } from '../words/en-what-if'

/** The user saw what a change would do, and did not save it. */
export class NotWanted extends Refusal {
  constructor() {
    super(0, 'NOT_WANTED', words.notSaved)
  }
}
