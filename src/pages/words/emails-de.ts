import type { EmailWords } from './emails-en'

const list = new Intl.ListFormat('de')

/** All text of the emails, in German. */
export const emailsDe: EmailWords = {
  ignore: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
  notYou: 'Wenn Sie das nicht waren, sagen Sie es den Administratoren der Organisation.',
  account: (realm) => `Ihr Konto bei ${realm}`,
  password: (realm) => `Ihr Passwort bei ${realm}`,
  signUp: {
    ask: (realm) =>
      `Sie möchten ein Konto bei ${realm}. Um Namen und Passwort zu wählen, öffnen Sie diesen Link innerhalb eines Tages:`,
    ignore: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Nur mit diesem Link entsteht ein Konto.',
  },
  hasAccount: {
    text: (realm) => `Jemand hat mit dieser Adresse ein Konto bei ${realm} verlangt, aber sie hat schon eines.`,
    logIn: (url) =>
      `Wenn Sie es waren, melden Sie sich hier an: ${url}. Wenn Sie Ihr Passwort vergessen haben, wählen Sie hier ein neues: ${url}/accounts/password/reset/`,
  },
  welcome: {
    subject: (realm) => `Willkommen bei ${realm}`,
    text: (realm) => `Sie haben jetzt ein Konto bei ${realm}, mit dieser Adresse.`,
    withPassword: (url) => `Jedes Programm für solche Server meldet sich mit ihr und Ihrem Passwort an: ${url}`,
    withProvider: (url) => `Jedes Programm für solche Server meldet sich so an, wie Sie es gerade getan haben: ${url}`,
  },
  founder: {
    hello: 'Diese Organisation gehört Ihnen. Vier Schritte bereiten sie vor:',
    steps: (url) => [
      `1. Ihr Name und Bild: ${url}/#organization/profile`,
      `2. Die Kanäle, in denen neue Mitglieder beginnen: ${url}/#organization/default-channels`,
      `3. Die Menschen: ${url}/#organization/invitations`,
      `4. Was Sie unterbrechen darf: ${url}/#settings/notifications`,
    ],
    password: (url) =>
      `Wenn Sie Ihr Passwort nicht selbst gewählt haben, ändern Sie es zuerst: ${url}/#settings/account`,
  },
  invitation: {
    subject: (inviter, realm) => `${inviter} lädt Sie zu ${realm} ein`,
    hello: 'Guten Tag!',
    ask: (inviter, realm) => `${inviter} lädt Sie zu ${realm} ein. Öffnen Sie diesen Link, um zu beginnen:`,
    ignore: (inviter) => `Der Link ist nur für Sie. Wenn Sie ${inviter} nicht kennen, brauchen Sie nichts zu tun.`,
    isMember: (inviter, realm) =>
      `${inviter} lädt Sie zu ${realm} ein. Sie haben dort schon ein Konto mit dieser Adresse.`,
    logIn: (url) =>
      `Melden Sie sich hier an: ${url}. Wenn Sie Ihr Passwort vergessen haben, wählen Sie hier ein neues: ${url}/accounts/password/reset/`,
    unseen: (inviter) => `${inviter} sieht nicht, wem diese Adresse gehört, und nicht, dass sie ein Konto hat.`,
    reminderSubject: (inviter, realm) => `Erinnerung: ${inviter} lädt Sie zu ${realm} ein`,
    reminder: (inviter, realm, day) =>
      `${inviter} lädt Sie zu ${realm} ein. Die Einladung endet am ${day}. Öffnen Sie diesen Link, um zu beginnen:`,
  },
  onboarding: {
    topics: {
      subject: (realm) => `Themen trennen die Gespräche bei ${realm}`,
      paragraphs: [
        'Jede Nachricht in einem Kanal hat ein Thema: wenige Wörter, die sagen, worum es geht, wie der Betreff einer E-Mail.',
        'So lesen Sie ein Gespräch nach dem anderen, und beantworten eine alte Frage, ohne eine neue zu stören. Wenn Sie etwas Neues beginnen, schreiben Sie ein neues Thema. Wichtigen Themen können Sie folgen, andere stumm schalten.',
      ],
    },
    guide: {
      subject: (realm) => `Wie Sie bei ${realm} auf dem Laufenden bleiben`,
      paragraphs: [
        'Beginnen Sie mit Ihrem Eingang: dort ist alles, was Sie nicht gelesen haben, nach Gesprächen. Lesen Sie, was wichtig ist, und markieren Sie den Rest als gelesen.',
        'Erwähnen Sie andere mit @ und ihrem Namen, wenn Sie sie brauchen. Setzen Sie eine Erinnerung an eine Nachricht, die Sie später beantworten. In den Einstellungen wählen Sie, was Sie benachrichtigt, und wann Sie nicht gestört werden.',
      ],
    },
    team: {
      subject: (realm) => `Wie ein Team zu ${realm} umzieht`,
      paragraphs: [
        'Beginnen Sie mit wenigen Menschen, die jeden Tag zusammenarbeiten, und mit einem Gespräch, das sie jetzt anderswo führen. Laden Sie sie ein, und schreiben Sie die ersten Nachrichten selbst, jede mit einem klaren Thema.',
        'Legen Sie Kanäle für Teams und Projekte an, und sagen Sie in deren Beschreibung, was dorthin gehört. Wenn das erste Team angekommen ist, laden Sie das nächste ein. Sie können die Geschichte Ihres früheren Chat-Servers importieren.',
      ],
    },
    open: (url) => `Öffnen Sie Ihre Organisation: ${url}`,
    unsubscribe: 'Hier können Sie diese E-Mails abbestellen:',
  },
  digest: {
    subject: (realm) => `Was bei ${realm} geschehen ist`,
    intro: (realm) => `Sie waren einige Tage nicht bei ${realm}. Das ist inzwischen geschehen:`,
    more: (count, names) => `+ ${count} weitere ${count === 1 ? 'Nachricht' : 'Nachrichten'}. Beteiligt: ${names}.`,
    channels: (names) => `Neue Kanäle: ${names}.`,
    open: (url) => `Öffnen Sie Ihre Organisation: ${url}`,
    footer:
      'Sie erhalten diese E-Mail einmal in der Woche, wenn Sie nicht da waren. Hier können Sie diese E-Mails abbestellen:',
  },
  exported: {
    ready: (realm) => `Ihr Export von ${realm} ist fertig`,
    readyText: (url) =>
      `Administratoren finden seine Adresse bei den Exporten der Organisation, und können ihn dort löschen: ${url}/#organization/exports`,
    failed: (realm) => `Ihr Export von ${realm} ist fehlgeschlagen`,
    failedText: (url) => `Sie können einen neuen anfordern: ${url}/#organization/exports`,
  },
  realmDeactivated: {
    subject: (realm) => `${realm} wurde deaktiviert`,
    text: (realm) =>
      `Die Organisation ${realm} wurde deaktiviert, und niemand kann sich mehr anmelden. Ihre Daten bleiben erhalten. Der Betreiber des Servers kann sie wieder aktivieren.`,
  },
  realmReactivated: {
    subject: (realm) => `${realm} wurde wieder aktiviert`,
    text: (realm, url) =>
      `Der Betreiber des Servers hat die Organisation ${realm} wieder aktiviert. Ihre Mitglieder können sich wieder anmelden: ${url}`,
  },
  deactivation: {
    subject: (realm) => `Ihr Konto bei ${realm} wurde deaktiviert`,
    text: (realm) => `Ihr Konto bei ${realm} wurde deaktiviert. Sie können sich nicht mehr anmelden.`,
    comment: 'Die Administratoren schreiben:',
  },
  reset: {
    ask: (realm) =>
      `Sie möchten ein neues Passwort für Ihr Konto bei ${realm}. Um es zu wählen, öffnen Sie diesen Link innerhalb eines Tages:`,
    ignore: 'Wenn Sie das nicht waren, brauchen Sie nichts zu tun. Ihr Passwort ändert sich nicht.',
    noAccount: (realm) => `Sie möchten ein neues Passwort bei ${realm}. Dort gibt es kein Konto mit dieser Adresse.`,
    changedSubject: (realm) => `Ihr Passwort bei ${realm} wurde geändert`,
    changed: (realm) => `Ihr Konto bei ${realm} hat ein neues Passwort, und jedes Programm muss sich neu anmelden.`,
    notYou: 'Wenn nicht Sie es geändert haben, sagen Sie es den Administratoren der Organisation.',
  },
  find: {
    subject: 'Ihre Organisationen',
    found: 'Sie haben gefragt, in welchen Organisationen Ihre Adresse ein Konto hat. Das sind ihre Internetadressen:',
    none: 'Sie haben gefragt, in welchen Organisationen Ihre Adresse ein Konto hat. Hier hat sie keines.',
  },
  emailChange: {
    subject: (realm) => `Ihre neue E-Mail-Adresse bei ${realm}`,
    ask: (realm) =>
      `Sie möchten diese Adresse für Ihr Konto bei ${realm} verwenden. Um sie zu bestätigen, öffnen Sie diesen Link innerhalb eines Tages:`,
    takenSubject: (realm) => `Ihre E-Mail-Adresse bei ${realm}`,
    taken: (realm) =>
      `Jemand möchte diese Adresse für ein Konto bei ${realm} verwenden, aber ein anderes Konto hat sie. Nichts hat sich geändert.`,
    changedSubject: (realm) => `Ihre E-Mail-Adresse bei ${realm} wurde geändert`,
    changed: (realm, email) => `Ihr Konto bei ${realm} hat jetzt die Adresse ${email}.`,
    notYou: 'Wenn nicht Sie sie geändert haben, sagen Sie es den Administratoren der Organisation.',
  },
  identityAdded: {
    subject: (provider, realm) => `${provider} öffnet jetzt Ihr Konto bei ${realm}`,
    text: (provider, realm) =>
      `Ihr Konto bei ${realm} wurde zum ersten Mal mit ${provider} geöffnet. ${provider} hat bestätigt, dass diese Adresse dazu gehört.`,
  },
  newDevice: {
    program: (browser, system) =>
      [browser ?? 'einem unbekannten Browser', ...(system === undefined ? [] : [system])].join(' auf '),
    subject: (realm, program) => `Neue Anmeldung bei ${realm} mit ${program}`,
    text: (realm, { program, address, time }) =>
      `Mit Ihrem Konto bei ${realm} hat sich jemand angemeldet: mit ${program}, von der Netzwerkadresse ${address}, ${time}.`,
    notYou: (url) =>
      `Wenn Sie das nicht waren, wählen Sie ein anderes Passwort: ${url}/accounts/password/reset. Das beendet alle Sitzungen. Sagen Sie es danach den Administratoren der Organisation.`,
    unsubscribe: 'Hier können Sie diese E-Mails abbestellen:',
  },
  change: {
    subject: (realm) => `Eine Änderung an Ihrem Konto bei ${realm}`,
    when: (realm, time) => `Das war bei ${realm}, ${time}.`,
    logIn: 'Öffnen Sie innerhalb eines Tages diesen Link, um sich anzumelden und einen Passkey hinzuzufügen:',
    of: {
      password: 'Das Passwort Ihres Kontos wurde geändert.',
      email: 'Die E-Mail-Adresse Ihres Kontos wurde geändert.',
      passkey: 'Die Passkeys Ihres Kontos wurden geändert.',
      one_time_codes: 'Die Einmalcodes Ihres Kontos wurden geändert.',
      recovery_codes: 'Die Wiederherstellungscodes Ihres Kontos wurden ersetzt. Die alten gelten nicht mehr.',
      recovery_code_used:
        'Jemand hat sich mit einem Wiederherstellungscode bei Ihrem Konto angemeldet. Der Code gilt nicht noch einmal.',
      agent:
        'Ein Agent wurde mit Ihrem Konto verbunden. Er kann Ihre Nachrichten so benutzen, wie Sie es erlaubt haben.',
      factors: 'Ihre Passkeys und Einmalcodes wurden entfernt, damit Sie sich wieder anmelden können.',
      provider: 'Die Identitätsanbieter, mit denen Sie sich anmelden, wurden geändert.',
    },
  },
  missed: {
    sender: (realm) => `Benachrichtigungen von ${realm}`,
    hiddenSubject: 'Neue Nachrichten',
    directSubject: (name) => `Direktnachrichten mit ${name}`,
    yourself: 'sich selbst',
    groupSubject: (names) => `Direktnachrichten in der Gruppe mit ${list.format(names)}`,
    others: (people) => `${people} anderen`,
    more: (messages) =>
      messages === 1
        ? 'Eine weitere Nachricht steht nicht in dieser E-Mail.'
        : `${messages} weitere Nachrichten stehen nicht in dieser E-Mail.`,
    refusals: {
      realm: 'Die Organisation erlaubt den Text von Nachrichten in E-Mails nicht.',
      user: 'Ihre Einstellungen erlauben den Text von Nachrichten in E-Mails nicht.',
    },
    spoiler: 'Öffnen Sie die Unterhaltung, um den verborgenen Text zu sehen.',
    reply: 'In der Unterhaltung antworten',
    read: 'Nachrichten lesen',
    choose: 'E-Mails auswählen',
    stop: 'Diese E-Mails abbestellen',
    youCanReply: 'Sie können von dieser Adresse aus auch auf diese E-Mail antworten, innerhalb von 30 Tagen.',
    doNotReply: 'Antworten Sie nicht auf diese E-Mail: Niemand würde die Antwort lesen.',
    reasons: {
      direct_message: 'Sie erhalten diese E-Mail, weil Sie eine Direktnachricht erhalten haben.',
      mentioned_by_name: 'Sie erhalten diese E-Mail, weil Sie erwähnt wurden.',
      mentioned: 'Sie erhalten diese E-Mail, weil eine Gruppe erwähnt wurde, zu der Sie gehören.',
      mentioned_group: (group) => `Sie erhalten diese E-Mail, weil @${group} erwähnt wurde.`,
      topic_wildcard_mentioned_in_followed_topic:
        'Sie erhalten diese E-Mail, weil alle in einem Thema erwähnt wurden, dem Sie folgen.',
      stream_wildcard_mentioned_in_followed_topic:
        'Sie erhalten diese E-Mail, weil in einem Thema, dem Sie folgen, alle im Kanal erwähnt wurden.',
      topic_wildcard_mentioned:
        'Sie erhalten diese E-Mail, weil alle in einem Thema erwähnt wurden, an dem Sie teilnehmen.',
      stream_wildcard_mentioned: 'Sie erhalten diese E-Mail, weil alle in einem Kanal erwähnt wurden.',
      followed_topic: 'Sie erhalten diese E-Mail, weil Sie diesem Thema folgen und E-Mails dafür gewählt haben.',
      channel: 'Sie erhalten diese E-Mail, weil Sie E-Mails für diesen Kanal gewählt haben.',
    },
  },
}
