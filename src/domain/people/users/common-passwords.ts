/**
 * The words from which people make passwords that are guessed first, in lower case and without spaces. This list was written for
 * this project: words for passwords and logins, wishes, animals, sports, heroes, months, names of people and keys in a row.
 */
export const COMMON_WORDS: readonly string[] = `
password passwort passwd passcode passphrase pass login logon signin admin administrator root user guest test testing tester demo
sample default changeme change letmein welcome willkommen hello hallo goodbye access secret secure security private master
superuser server system computer internet network desktop laptop windows linux ubuntu android google facebook twitter instagram
youtube amazon apple microsoft github gitlab slack zulip parley discord teams skype office office365 gmail hotmail yahoo
company business enterprise team project manager support service helpdesk support
iloveyou loveyou lovely love lover forever always sweetheart darling angel baby babygirl babyboy princess prince queen king
sunshine rainbow flower butterfly happy smile lucky beautiful pretty sexy hottie cutie honey sugar chocolate cookie cheese banana
orange cherry peanut pepper ginger coffee summer winter spring autumn monday tuesday wednesday thursday friday saturday sunday
january february march april may june july august september october november december montag dienstag mittwoch donnerstag freitag
samstag sonntag sommer herbst fruehling januar februar maerz juni juli oktober dezember
dragon monkey tiger lion eagle falcon panther jaguar cheetah dolphin shark turtle horse pony puppy kitten kitty doggy buddy bunny
panda koala wolf bear rabbit chicken spider scorpion phoenix unicorn
football baseball basketball hockey soccer tennis golf volleyball cricket rugby fussball champion player soccer winner racing
yankees lakers cowboys steelers patriots eagles packers raiders dodgers redsox barcelona chelsea arsenal liverpool manchester
united madrid juventus bayern borussia schalke
superman batman spiderman ironman wonderwoman hulk thor avengers starwars skywalker jedi vader yoda pokemon pikachu naruto
minecraft fortnite roblox mario zelda sonic matrix gandalf frodo hobbit potter hogwarts hermione
michael jennifer jessica ashley daniel matthew andrew joshua christopher robert william charlie thomas george jordan hunter
michelle nicole amanda samantha stephanie elizabeth maria anna laura sophie julia peter martin stefan alexander andreas sebastian
qwerty qwertz azerty qwertyuiop qwertzuiop azertyuiop asdfgh asdfghjkl asdf zxcvbn zxcvbnm yxcvbnm qazwsx qazwsxedc wsxedc
1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 zaq12wsx qwer qwert asdfg zxcv poiuytrewq mnbvcxz lkjhgfdsa
trustno one nothing something whatever freedom liberty america canada london paris berlin germany deutschland austria england
france italia espana brasil mexico australia california newyork texas
jesus christ god blessed heaven church family mother father brother sister friend friends mama papa mommy daddy
money dollar bitcoin crypto mercedes porsche ferrari corvette mustang harley yamaha honda toyota
abc abcd abcdef abcdefg qaz wsx edc xyz the and for you your mine my me is are new old big good bad best super mega ultra
`
  .split(/\s+/)
  .filter((word) => word !== '')
