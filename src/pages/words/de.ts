import type { Words } from './en'

/** All text of the pages, in German. */
export const de: Words = {
  fields: {
    address: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint: (min) => `Mindestens ${min} Zeichen. Mehrere Wörter sind gut, Zeichen und Ziffern nicht nötig.`,
    strength: { weak: 'Leicht zu erraten', fair: 'Schwer zu erraten', strong: 'Sehr schwer zu erraten' },
    name: 'Ihr Name',
  },
  login: {
    title: (realm) => `Bei ${realm} anmelden`,
    button: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    signUp: 'Konto anlegen',
  },
  provider: {
    button: (provider) => `Mit ${provider} anmelden`,
    failedTitle: 'Sie sind nicht angemeldet',
    failed: (provider) =>
      `${provider} hat nicht bestätigt, wer Sie sind. Versuchen Sie es noch einmal, oder melden Sie sich anders an.`,
    notBegun:
      'Diese Anmeldung wurde nicht in diesem Browser begonnen, oder vor mehr als zehn Minuten. Versuchen Sie es noch einmal.',
    again: 'Anmelden',
    refusals: {
      'address not trusted': (provider) =>
        `Kein Konto ist hier mit ${provider} verbunden, und ${provider} hat keine Adresse bestätigt, für die diese Organisation ihm vertraut. Wenn Sie ein Konto haben, melden Sie sich anders an.`,
      'account not proven': (provider) =>
        `Ein Konto hat Ihre Adresse, aber es wurde nie bestätigt, dass sie ihm gehört. Setzen Sie sein Passwort einmal per E-Mail zurück. Danach öffnet ${provider} es.`,
      'account closed': () => 'Das Konto ist deaktiviert.',
      'by invitation only': () => 'Sie brauchen eine Einladung, um dieser Organisation beizutreten.',
      'another session': () =>
        'Sie haben sich inzwischen ab- oder neu angemeldet. Beginnen Sie in den Einstellungen von vorn.',
      'another account': (provider) => `Diese Identität bei ${provider} öffnet ein anderes Konto.`,
      'too many identities': () => 'Ihr Konto hat zu viele Identitäten. Entfernen Sie zuerst eine.',
    },
  },
  app: {
    confirmTitle: 'In der App anmelden?',
    confirm: (email) =>
      `Die App auf diesem Gerät wird als ${email} angemeldet. Wenn Sie das nicht in der App begonnen haben, schließen Sie diese Seite.`,
    confirmButton: 'In der App anmelden',
    otherAccount: 'Anderes Konto verwenden',
    account: (email) => `Sie sind als ${email} angemeldet.`,
    copyTitle: 'Zurück zur App',
    copy: 'Kopieren Sie diesen Text innerhalb einer Minute, und kehren Sie zur App zurück. Nur die App kann ihn lesen.',
    copyButton: 'Kopieren',
    finishTitle: 'Anmeldung abschließen',
    finish: 'Melden Sie sich mit Ihrem Browser an. Er zeigt einen Text zum Kopieren, mit dem diese App fortfährt.',
    openBrowser: 'Browser öffnen',
    token: 'Text aus dem Browser',
    finishButton: 'Weiter',
    wrongToken: 'Dieser Text stammt nicht von der Seite, die diese App geöffnet hat. Beginnen Sie von vorn.',
    expired: 'Diese Anmeldung wurde benutzt oder ist älter als eine Minute. Beginnen Sie von vorn.',
  },
  agents: {
    title: (client) => `${client} verbinden?`,
    ask: (client, email) =>
      `Der Agent „${client}“ möchte diese Organisation als ${email} benutzen. Andere sehen, wenn ein Agent schreibt.`,
    host: 'Er kommt von',
    redirect: 'Nach Ihrer Antwort geht Ihr Browser zu',
    local:
      'Der Agent ist ein Programm auf Ihrem Computer. Jedes Programm kann diesen Namen benutzen: Fahren Sie nur fort, wenn Sie es gerade selbst gestartet haben.',
    unverified: 'Nichts beweist diesen Namen. Fahren Sie nur fort, wenn Sie den Agenten gerade selbst gestartet haben.',
    may: 'Er darf',
    scopes: {
      'messages:read': 'Nachrichten, Profile und Dateien lesen',
      'messages:write': 'Nachrichten senden und ändern, reagieren und Nachrichten als gelesen markieren',
      'drafts:write': 'Entwürfe speichern, die Sie selbst senden',
      'status:write': 'Ihren Status setzen',
      'teams:write': 'Kanäle anlegen und ändern, wer in Gruppen ist',
    },
    where: 'Wo',
    everywhere:
      'In allen Kanälen und Direktnachrichten, die Sie lesen können. Oder wählen Sie Kanäle, auf die er beschränkt ist:',
    allow: 'Verbinden',
    refuse: 'Nicht verbinden',
    problemTitle: 'Der Agent kann nicht verbunden werden',
    problems: {
      client: 'Der Agent hat nicht gesagt, wer er ist, oder seine Beschreibung war nicht lesbar.',
      redirect_uri: 'Die Adresse, zu der der Agent zurückkehren möchte, gehört ihm nicht.',
      response_type: 'Der Agent verlangt etwas, das dieser Server nicht anbietet.',
      code_challenge: 'Der Agent hat die Verbindung nicht geschützt (PKCE mit S256).',
      scope: 'Der Agent verlangt kein Recht, das es gibt.',
      resource: 'Der Agent verlangt Zugriff auf einen anderen Server.',
      disabled: 'Diese Organisation erlaubt keine Agenten.',
      nothing: 'Sie haben kein Recht gewählt. Der Agent wurde nicht verbunden.',
    },
  },
  organizations: {
    title: 'Organisationen in diesem Fenster',
    explanation:
      'Der Chat zeigt diese Organisationen in einer Leiste am Rand. Jede hat ihre eigene Anmeldung, und keine kann eine andere lesen. Ihr Browser behält diese Liste, bis Sie sich hier abmelden.',
    address: 'Adresse einer Organisation',
    lookUp: 'Nachschlagen',
    check: 'Jeder kann einen Namen wählen. Fügen Sie sie nur hinzu, wenn Sie die Adresse kennen.',
    add: 'Diese Organisation hinzufügen',
    proposed: 'Eine andere Seite schlägt diese Organisationen vor',
    open: 'Öffnen',
    show: 'Ungelesene zählen',
    give: 'Diese Liste dort zeigen',
    remove: 'Entfernen',
    unreachable: 'Unter dieser Adresse hat keine Organisation geantwortet.',
    invalid: 'Das ist nicht die Adresse einer anderen Organisation.',
    many: 'Die Liste ist voll. Entfernen Sie zuerst eine Organisation.',
    unasked: 'Nach diesen Zahlen wurde nicht gefragt, deshalb wurden sie nicht beachtet.',
    readers: 'Wo Ihre ungelesenen Nachrichten gezählt werden',
    stop: 'Beenden',
    shareTitle: 'Ungelesene Nachrichten zählen?',
    shareAsk: (realm) =>
      `Die Seite dieser Organisation möchte zeigen, wie viele Nachrichten Sie in ${realm} nicht gelesen haben, und wie viele Sie erwähnen. Sie erfährt diese zwei Zahlen und sonst nichts:`,
    shareEnd: 'Es endet, wenn Sie sich in diesem Browser abmelden oder es beenden.',
    shareBack: 'Jene Organisation auch hier auflisten, damit Sie zurückwechseln können',
    allow: 'Zeigen',
    refuse: 'Nicht zeigen',
  },
  secondFactor: {
    title: 'Zweiter Faktor',
    explanation: 'Geben Sie den Code aus Ihrer App ein, oder einen Ihrer Wiederherstellungscodes.',
    recovery: 'Oder geben Sie einen Ihrer Wiederherstellungscodes ein.',
    code: 'Code',
    button: 'Anmelden',
  },
  passkey: {
    logIn: 'Mit einem Passkey anmelden',
    only: 'Diese Organisation erlaubt keine Passwörter.',
    use: 'Passkey verwenden',
    problems: {
      refused: 'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
      cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich anders an.',
    },
    title: 'Passkeys',
    explanation:
      'Ein Passkey meldet Sie mit der Sperre Ihres Geräts an: Finger, Gesicht oder PIN. Er gilt nur auf dieser Seite, deshalb kann keine andere Seite Sie danach fragen. Ihr Passwort allein öffnet Ihr Konto dann nicht mehr.',
    required: 'Ihre Organisation bittet Sie, einen Passkey hinzuzufügen, bevor Sie fortfahren.',
    none: 'Sie haben keine Passkeys.',
    unsupported: 'Dieser Browser kennt keine Passkeys.',
    added: (date) => `Hinzugefügt am ${date}`,
    used: (date) => `zuletzt benutzt am ${date}`,
    backedUp: 'synchronisiert',
    name: 'Name des Passkeys',
    add: 'Passkey hinzufügen',
    rename: 'Umbenennen',
    remove: 'Entfernen',
    taken: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
    back: (realm) => `Zurück zu ${realm}`,
  },
  lostPasskey: {
    title: 'Passkey verloren?',
    explanation:
      'Geben Sie einen der Wiederherstellungscodes ein, die Sie aufbewahrt haben. Er gilt einmal. Fügen Sie danach einen anderen Passkey hinzu.',
    code: 'Wiederherstellungscode',
  },
  confirmation: {
    title: 'Bestätigen, wer Sie sind',
    explanation: 'Bestätigen Sie, wer Sie sind, um Ihre Anmeldung zu ändern.',
    button: 'Bestätigen',
    again: (provider) => `Noch einmal mit ${provider} anmelden`,
  },
  codes: {
    title: 'Einmalcodes',
    explanation:
      'Eine App auf Ihrem Telefon zeigt alle 30 Sekunden einen anderen Code. Ihr Passwort allein öffnet Ihr Konto dann nicht mehr.',
    on: (date) => `Eingeschaltet seit ${date}.`,
    left: (left) => `Verbleibende Wiederherstellungscodes: ${left}.`,
    begin: 'Einmalcodes einrichten',
    scan: 'Scannen Sie dieses Bild mit einer App für Einmalcodes, oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den sie zeigt.',
    picture: 'QR-Code mit dem Schlüssel',
    key: 'Schlüssel',
    open: 'Eine App auf diesem Gerät öffnen',
    code: 'Code der App',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    renew: 'Neue Wiederherstellungscodes',
  },
  recovery: {
    title: 'Ihre Wiederherstellungscodes',
    text: 'Bewahren Sie diese Codes so auf, dass nur Sie sie finden. Jeder ersetzt einmal einen Passkey oder den Code Ihrer App. Sie werden nicht noch einmal gezeigt.',
    done: 'Ich habe die Codes aufbewahrt',
  },
  join: {
    title: (realm) => `${realm} beitreten`,
    account: (email) => `Ihr Konto erhält die Adresse ${email}.`,
    button: 'Beitreten',
    notHere: 'Hier können Sie kein Konto anlegen',
    haveAccount: 'Mit einem vorhandenen Konto anmelden',
  },
  guest: {
    title: (realm) => `Als Gast mit ${realm} schreiben`,
    about: 'Sie brauchen kein Konto. Als Gast lesen und schreiben Sie in einem Kanal:',
    seesAll: 'Sie sehen alle Nachrichten dieses Kanals, auch frühere.',
    seesNew: 'Sie sehen die Nachrichten, die von jetzt an gesendet werden.',
    isSeen:
      'Die Personen in diesem Kanal sehen Ihren Namen, dass Sie Gast sind und was Sie schreiben. Administratoren sehen auch, von welcher Netzwerkadresse Sie kamen.',
    leaves: (until) => `Ihr Zugang endet mit dem Link: spätestens am ${until}.`,
    stays: 'Ihr Zugang bleibt nach dem Ende des Links bestehen, bis ein Administrator ihn beendet.',
    browser:
      'Nur dieser Browser ist angemeldet. Um sich anderswo oder erneut anzumelden, fügen Sie später in den Einstellungen Ihre E-Mail-Adresse hinzu.',
    button: 'Als Gast eintreten',
    notHere: 'Hier können Sie nicht eintreten',
    obstacles: {
      ended: 'Dieser Link ist beendet. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
      'used up':
        'Über diesen Link sind so viele Personen gekommen wie möglich. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
    },
    loggedInTitle: 'Sie sind angemeldet',
    loggedIn: (name) => `Sie sind als ${name} angemeldet und brauchen daher keinen Gastlink.`,
    open: 'Organisation öffnen',
  },
  obstacles: {
    'deactivated realm': 'Diese Organisation wurde deaktiviert.',
    'no passwords': 'Diese Organisation erlaubt keine Anmeldung mit Passwort.',
    'invalid link': 'Dieser Link ist ungültig oder abgelaufen. Fordern Sie einen neuen an.',
    'by invitation only': 'Für diese Organisation brauchen Sie eine Einladung.',
  },
  address: {
    button: 'Link zusenden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: (email) => `Wir haben eine E-Mail an ${email} gesandt. Der Link darin gilt einen Tag.`,
  },
  find: {
    title: 'Ihre Organisationen finden',
    sent: (email) =>
      `Wir haben eine E-Mail an ${email} gesandt. Sie nennt die Organisationen, in denen diese Adresse ein Konto hat.`,
  },
  reset: {
    title: 'Neues Passwort wählen',
    button: 'Dieses Passwort verwenden',
    about: 'Alle anderen Sitzungen enden, und Programme brauchen einen neuen API-Schlüssel.',
  },
  emailChange: {
    title: 'Ihre E-Mail-Adresse',
    ask: (email) => `${email} für Ihr Konto verwenden?`,
    button: 'Diese Adresse verwenden',
    done: (email) => `Ihre Adresse ist jetzt ${email}.`,
  },
  unsubscribe: {
    title: 'E-Mails',
    ask: {
      missed_messages: 'Keine E-Mails über verpasste Nachrichten mehr?',
      digest: 'Keine Zusammenfassungen mehr?',
      login: 'Keine E-Mails über neue Anmeldungen mehr? Sie zeigen Ihnen, ob eine andere Person Ihr Konto benutzt.',
      marketing: 'Keine Neuigkeiten mehr?',
    },
    button: 'Diese E-Mails abbestellen',
    done: 'Sie erhalten diese E-Mails nicht mehr. In den Einstellungen können Sie das ändern.',
  },
  calls: {
    connectedTitle: 'Zoom ist verbunden',
    connected: 'Sie können diese Seite schließen. Der Link zum Anruf steht in der Nachricht, die Sie schreiben.',
    failedTitle: 'Zoom ist nicht verbunden',
    failed:
      'Zoom hat Ihr Konto nicht bestätigt, oder Sie haben sich inzwischen neu angemeldet. Versuchen Sie es noch einmal.',
    again: 'Zoom verbinden',
  },
  public: {
    title: (realm) => `Öffentliche Kanäle von ${realm}`,
    channels: 'Alle öffentlichen Kanäle',
    topics: (channel) => `Alle Themen von # ${channel}`,
    noTopics: 'Hier hat noch niemand geschrieben.',
    olderTopics: 'Ältere Themen',
    older: 'Ältere Nachrichten',
    newest: 'Neueste Nachrichten',
    spoiler: 'Spoiler',
    missingTitle: 'Hier ist nichts',
    missing: 'Diese Seite gibt es nicht, oder sie ist nicht öffentlich.',
  },
  open: (realm) => `${realm} öffnen`,
  refusals: {
    'This organization has as many guests as it can have by links.':
      'Diese Organisation hat so viele Gäste über Links, wie sie haben kann.',
    'Another user has a name like this. Choose another one.':
      'Eine andere Person hat einen ähnlichen Namen. Wählen Sie einen anderen.',
    'Your username or password is incorrect': 'Die Adresse oder das Passwort ist falsch.',
    'Password authentication is disabled in this organization.':
      'Diese Organisation erlaubt keine Anmeldung mit Passwort.',
    'This organization has been deactivated': 'Diese Organisation wurde deaktiviert.',
    'Account is deactivated': 'Das Konto ist deaktiviert.',
    'The password is too weak.': 'Das Passwort ist zu kurz oder zu lang.',
    'New password is too weak!': 'Das Passwort ist zu kurz oder zu lang.',
    'This password is too easy to guess. Use several words that have nothing to do with you or this organization.':
      'Dieses Passwort ist zu leicht zu erraten. Verwenden Sie mehrere Wörter, die nichts mit Ihnen oder dieser Organisation zu tun haben.',
    'This password is known from a data leak of another site. Choose another one.':
      'Dieses Passwort ist aus einem Datenleck einer anderen Seite bekannt. Wählen Sie ein anderes.',
    'Your address or your recovery code is incorrect': 'Die Adresse oder der Wiederherstellungscode ist falsch.',
    'Wrong password!': 'Das Passwort ist falsch.',
    'This passkey was not accepted': 'Dieser Passkey wurde nicht angenommen.',
    'This code is wrong, or was used before': 'Dieser Code ist falsch oder wurde schon benutzt.',
    'Log in first: no login waits for a second factor': 'Melden Sie sich zuerst mit Ihrem Passwort an.',
    'API usage exceeded rate limit': 'Zu viele Versuche. Warten Sie eine Weile.',
  },
}
