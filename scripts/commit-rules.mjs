// What CONTRIBUTING.md says about commits, where a machine can check it.

const MAX_SUBJECT = 72
const MAX_FILES_WITHOUT_BODY = 40

/**
 * Returns what is wrong with a commit. A merge and a revert have the words of git.
 * @type {(message: string, files?: number) => string[]}
 */
export function complaintsAboutCommit(message, files = 0) {
  const [subject = '', second = '', ...body] = message.trimEnd().split('\n')
  if (/^(?:Merge|Revert) /.test(subject)) return []
  const complaints = []
  if ([...subject].length > MAX_SUBJECT) complaints.push(`The subject has more than ${MAX_SUBJECT} characters.`)
  if (subject.includes(';')) complaints.push('The subject has more than one statement.')
  if (!/^[^:]+: \S/.test(subject)) complaints.push('The subject does not begin with a folder and a colon.')
  if (second !== '') complaints.push('The second line is not empty.')
  if (files > MAX_FILES_WITHOUT_BODY && body.join('').trim() === '')
    complaints.push(`The commit changes ${files} files, and its body does not say why.`)
  return complaints
}
