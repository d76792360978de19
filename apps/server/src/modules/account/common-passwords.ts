/**
 * Passwords with letters and digits that attackers try first: the usual ones of published breach
 * statistics, in lower case, beside those of `breached-passwords.ts`. They are compared without
 * regard to case.
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
  000000a 00000000a 0123456789a 0987654321a 100200300a 10203040a 1029384756a 1111111a 111111a 11111111a 112233a 11223344a
  121212a 123123a 123123123a 1234abcd 12345a 123456a 123456aa 123456ab 123456abc 123456abcd 123456b 123456c 123456d 123456e
  123456f 123456g 123456j 123456k 123456l 123456m 123456p 123456q 123456qw 123456qwe 123456qwerty 123456r 123456s 123456t
  123456w 123456x 123456y 123456z 123456zx 123456zxc 1234567a 1234567q 1234567890a 1234567890q 12345678a 12345678b 12345678q
  123456789a 123456789aa 123456789abc 123456789b 123456789c 123456789d 123456789m 123456789q 123456789s 123456789z 12345qwe
  12345qwert 12345abc 12345abcd 12345abcde 1234qwer 1234qwerasdf 123abc 123abc123 123abcd 123admin 123asd 123asd123 123qwe
  123qwe123 123qweasd 123qweasdzxc 123qwerty 1314520a 147258a 147258369a 1a2b3c 1a2b3c4d 1a2b3c4d5e 1q1q1q 1q2w3e 1q2w3e4r
  1q2w3e4r5t 1q2w3e4r5t6y 1qa2ws 1qa2ws3ed 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1v7upjw3nt 222222a 2wsx3edc 321321a
  520520a 5201314a 520520520a 521521a 5211314a 555555a 654321a 666666a 66666666a 6543210a 741852963a 753951a 777777a
  7758258a 7758521a 789456123a 888888a 88888888a 963852741a 987654321a 987654321q 999999a a000000 a00000000 a0123456 a11111
  a111111 a1111111 a11111111 a111222 a112233 a11223344 a12345 a123123 a123123123 a1234567 a12345678 a123456789 a1234567890
  a123456 a123456a a123456b a123321 a123654 a147258 a1b2c3 a1b2c3d4 a1b2c3d4e5 a1s2d3 a1s2d3f4 a222222 a333333 a520520
  a5201314 a555555 a654321 a666666 a777777 a7758521 a789456 a888888 a88888888 a987654321 a999999 aa000000 aa11111 aa111111
  aa112233 aa12345 aa123123 aa123456 aa1234567 aa12345678 aa123456789 aaa111 aaa123 aaa12345 aaa123456 aaaa1111 aaaa1234
  aaaaaa1 abc111 abc123 abc1234 abc12345 abc123456 abc1234567 abc12345678 abc123abc abcd123 abcd1234 abcd12345 abcd123456
  abcde12345 abcdef1 abcdef123 admin1 admin12 admin123 admin1234 admin12345 admin123456 admin2020 admin2023 admin2024
  administrator1 alex123 alexander1 amanda1 america1 andrew1 angel1 angel123 anthony1 apple123 asd123 asd12345 asd123456
  asdasd1 asdasd123 asdf123 asdf1234 asdf12345 asdfgh1 asdfgh123 asdfghjkl1 ashley1 awesome1 b123456 babygirl1 bailey1
  baseball1 basketball1 batman1 batman123 beautiful1 binance1 binance123 bitcoin1 bitcoin123 bitcoin2024 blink182 brandon1
  buster1 butterfly1 c123456 charlie1 charlie123 changeme1 cheese1 chelsea1 chocolate1 computer1 cookie1 cookie123 crypto1
  crypto123 d123456 daniel1 daniel123 david123 demo123 demo12345 diamond1 dragon1 dragon123 e123456 elizabeth1 fish123
  flower1 football1 football123 forever1 freedom1 friends1 fuckyou1 g123456 gabriel1 george1 ginger1 hannah1 happy1 happy123
  hello1 hello12 hello123 hello1234 hello12345 hottie1 hunter1 hunter2 hunter123 iloveu1 iloveu2 iloveyou1 iloveyou12
  iloveyou123 iloveyou2 internet1 jackson1 jasmine1 jasper1 jennifer1 jessica1 jessica123 jesus1 jesus123 jesus777 jordan1
  jordan23 joshua1 justin1 justin123 k123456 killer1 killer123 letmein1 letmein12 letmein123 liverpool1 lol123 london1
  london123 love123 love1234 love12345 love1314 love520 lovely1 loveme1 lucky7 lucky123 m123456 madison1 maggie1 marina1
  martin1 master1 master123 matrix1 matthew1 melissa1 mercedes1 merlin1 metallica1 michael1 michael123 michelle1 michelle123
  monkey1 monkey12 monkey123 monster1 monster123 mother1 mustang1 myspace1 naruto1 naruto123 nicholas1 nicole1 nicole123
  ninja1 ninja123 nirvana1 nothing1 number1 oliver1 p123456 p4ssw0rd p4ssword pa55w0rd pa55word pass1 pass12 pass123
  pass1234 pass12345 pass123456 passw0rd passw0rd1 passw0rd123 password0 password01 password1 password10 password11 password12
  password123 password1234 password12345 password2 password2023 password2024 password21 password22 password3 password4
  password5 password6 password69 password7 password8 password9 password99 patrick1 peanut1 pepper1 pokemon1 pokemon123
  prince1 princess1 princess12 princess123 purple1 q111111 q123123 q12345 q123456 q1234567 q12345678 q123456789 q1q1q1
  q1q1q1q1 q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123 qaz123456 qaz123wsx qazwsx1 qazwsx12 qazwsx123 qazwsxedc1
  qq111111 qq123123 qq123456 qq1234567 qq12345678 qq123456789 qqq111 qqq123 qqqq1111 qwe123 qwe1234 qwe12345 qwe123456
  qwe123qwe qweasd1 qweasd123 qweasdzxc1 qweqwe1 qweqwe123 qwer1234 qwer12345 qwer123456 qwert1 qwert123 qwert12345
  qwerty1 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty2 qwerty7 qwerty77 qwerty78 qwerty789
  qwertyuiop1 qwertyuiop123 r123456 rachel1 rainbow1 ranger1 rebecca1 richard1 robert1 rockyou1 root123 root1234 s123456
  samantha1 samsung1 samsung123 samuel1 secret1 secret123 shadow1 shadow123 shadow12 silver1 slipknot1 snoopy1 soccer1
  soccer12 soccer123 sophie1 spiderman1 starwars1 steven1 summer1 summer123 summer2023 summer2024 sunshine1 sunshine123
  superman1 superman123 t123456 taylor1 temp123 temp1234 test1 test12 test123 test1234 test12345 test123456 thomas1
  thomas123 thunder1 tigger1 tinkerbell1 trader1 trader123 trading1 trading123 trustno1 user123 user1234 vanessa1 victoria1
  w123456 w123456789 wang123 wang123456 welcome1 welcome12 welcome123 welcome1234 whatever1 william1 winner1 winter1
  winter2023 winter2024 woaini1 woaini123 woaini1314 woaini520 woaini521 x123456 xxx123 y123456 yamaha1 z123456 z123456789
  zaq12wsx zaq1xsw2 zaq1zaq1 zhang123 zxc123 zxc12345 zxc123456 zxcasdqwe123 zxcv1234 zxcvbn1 zxcvbn123 zxcvbnm1 zxcvbnm123
  zxczxc1 zz123456
  `
    .trim()
    .split(/\s+/),
);
