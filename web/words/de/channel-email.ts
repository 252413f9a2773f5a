import type { channelEmailWords as English } from '../en-channel-email'

export const channelEmailWords: typeof English = {
  title: 'E-Mail-Adresse',
  text: 'E-Mails an diese Adresse werden zu Nachrichten im Kanal, mit dem Betreff als Thema. Eine E-Mail gilt nur dann als Ihre, wenn Ihr Anbieter sie signiert hat. Alle, die die Adresse kennen, können in den Kanal schreiben.',
  none: 'Dieser Server empfängt keine E-Mails.',
  copy: 'Adresse kopieren',
  choose: 'In den Nachrichten',
  options: {
    'show-sender': 'Absender der E-Mail zeigen',
    'include-footer': 'Signatur behalten',
    'include-quotes': 'Zitierte E-Mail behalten',
    'prefer-html': 'Fettschrift, Links und Listen behalten',
  },
  replace: 'Adresse ersetzen',
  replaceText: 'E-Mails an Ihre alte Adresse gehen an ihre Absender zurück. Adressen anderer Personen bleiben.',
}
