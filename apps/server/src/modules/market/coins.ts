/**
 * What the coin panel says of each starting currency, in the six languages. Facts that do not age:
 * no prices, no supply figures that change, no advice. A currency without an entry is shown by its
 * code alone.
 */
export interface Coin {
  readonly fullName: string;
  readonly description: Readonly<Record<string, string>>;
}

export const COINS: Readonly<Record<string, Coin>> = {
  BTC: {
    fullName: 'Bitcoin',
    description: {
      en: 'Bitcoin is the first decentralised digital currency. It has run since January 2009 on a public ledger that miners secure by proof of work. No more than 21 million coins will ever exist.',
      ko: '비트코인은 최초의 탈중앙화 디지털 화폐입니다. 2009년 1월부터 채굴자가 작업증명으로 지키는 공개 원장 위에서 운영되고 있습니다. 총발행량은 2,100만 개를 넘지 않습니다.',
      ja: 'ビットコインは最初の分散型デジタル通貨です。2009年1月から、マイナーがプルーフ・オブ・ワークで守る公開台帳の上で動いています。発行枚数は2,100万枚を超えません。',
      'zh-CN':
        '比特币是第一种去中心化数字货币。自2009年1月起，它运行在由矿工以工作量证明保护的公开账本上。总量永远不会超过2,100万枚。',
      'zh-TW':
        '比特幣是第一種去中心化數位貨幣。自2009年1月起，它運行在由礦工以工作量證明保護的公開帳本上。總量永遠不會超過2,100萬枚。',
      es: 'Bitcoin es la primera moneda digital descentralizada. Funciona desde enero de 2009 sobre un registro público que los mineros protegen con prueba de trabajo. Nunca existirán más de 21 millones de monedas.',
    },
  },
  ETH: {
    fullName: 'Ethereum',
    description: {
      en: 'Ethereum is an open network for programs called smart contracts, live since July 2015. Its coin, ether, pays for computation and storage. Since September 2022 validators secure it by proof of stake.',
      ko: '이더리움은 스마트 계약이라는 프로그램을 실행하는 개방형 네트워크로, 2015년 7월에 시작되었습니다. 코인인 이더는 연산과 저장 비용을 지불하는 데 쓰입니다. 2022년 9월부터는 검증자가 지분증명으로 네트워크를 지킵니다.',
      ja: 'イーサリアムは、スマートコントラクトと呼ばれるプログラムを動かすオープンなネットワークで、2015年7月に始まりました。通貨のイーサは計算と保存の費用の支払いに使われます。2022年9月からはバリデーターがプルーフ・オブ・ステークで守っています。',
      'zh-CN':
        '以太坊是运行智能合约程序的开放网络，于2015年7月上线。其代币以太币用于支付计算和存储费用。自2022年9月起，网络由验证者以权益证明保护。',
      'zh-TW':
        '以太坊是執行智慧合約程式的開放網路，於2015年7月上線。其代幣以太幣用於支付運算和儲存費用。自2022年9月起，網路由驗證者以權益證明保護。',
      es: 'Ethereum es una red abierta para programas llamados contratos inteligentes, activa desde julio de 2015. Su moneda, el ether, paga el cómputo y el almacenamiento. Desde septiembre de 2022 los validadores la protegen con prueba de participación.',
    },
  },
  USDT: {
    fullName: 'Tether USD',
    description: {
      en: 'USDT is a stablecoin that Tether issues to follow the US dollar one to one. It exists as a token on several networks, among them Ethereum and Tron. Its value depends on the reserves of its issuer.',
      ko: 'USDT는 테더사가 미국 달러와 1대1로 연동하도록 발행하는 스테이블코인입니다. 이더리움과 트론을 비롯한 여러 네트워크에서 토큰으로 존재합니다. 가치는 발행사의 준비금에 달려 있습니다.',
      ja: 'USDTは、テザー社が米ドルと1対1で連動するように発行するステーブルコインです。イーサリアムやトロンなど複数のネットワーク上のトークンとして存在します。その価値は発行者の準備資産に依存します。',
      'zh-CN':
        'USDT是由Tether发行、与美元一比一挂钩的稳定币。它以代币形式存在于以太坊、波场等多个网络上。其价值取决于发行方的储备。',
      'zh-TW':
        'USDT是由Tether發行、與美元一比一掛鉤的穩定幣。它以代幣形式存在於以太坊、波場等多個網路上。其價值取決於發行方的儲備。',
      es: 'USDT es una moneda estable que Tether emite para seguir al dólar estadounidense uno a uno. Existe como token en varias redes, entre ellas Ethereum y Tron. Su valor depende de las reservas de su emisor.',
    },
  },
  XRP: {
    fullName: 'XRP Ledger',
    description: {
      en: 'XRP is the native coin of the XRP Ledger, which started in 2012 for fast and cheap payments. Its validators agree by a consensus protocol instead of mining. All 100 billion coins were created at the start.',
      ko: 'XRP는 빠르고 저렴한 결제를 위해 2012년에 시작된 XRP 레저의 기본 코인입니다. 검증자는 채굴 대신 합의 프로토콜로 거래를 확정합니다. 1,000억 개의 코인이 처음에 모두 발행되었습니다.',
      ja: 'XRPは、速くて安い決済のために2012年に始まったXRPレジャーの基軸通貨です。バリデーターはマイニングではなく合意プロトコルで取引を確定します。1,000億枚のすべてが開始時に発行されました。',
      'zh-CN':
        'XRP是XRP账本的原生代币。该账本于2012年启动，目标是快速而低成本的支付。验证节点通过共识协议而非挖矿达成一致。1,000亿枚代币在启动时已全部发行。',
      'zh-TW':
        'XRP是XRP帳本的原生代幣。該帳本於2012年啟動，目標是快速而低成本的支付。驗證節點透過共識協定而非挖礦達成一致。1,000億枚代幣在啟動時已全部發行。',
      es: 'XRP es la moneda nativa de XRP Ledger, que empezó en 2012 para pagos rápidos y baratos. Sus validadores acuerdan mediante un protocolo de consenso en lugar de minería. Los 100 000 millones de monedas se crearon al principio.',
    },
  },
  LTC: {
    fullName: 'Litecoin',
    description: {
      en: 'Litecoin was derived from Bitcoin in October 2011. Its blocks come about every two and a half minutes, four times as often, and it mines with the Scrypt algorithm. At most 84 million coins will exist.',
      ko: '라이트코인은 2011년 10월 비트코인에서 파생되었습니다. 블록이 약 2분 30초마다, 비트코인보다 네 배 자주 생성되며 스크립트(Scrypt) 알고리즘으로 채굴합니다. 최대 발행량은 8,400만 개입니다.',
      ja: 'ライトコインは2011年10月にビットコインから派生しました。ブロックは約2分半ごとと4倍の頻度で作られ、Scryptアルゴリズムで採掘されます。発行上限は8,400万枚です。',
      'zh-CN':
        '莱特币于2011年10月从比特币衍生而来。其区块约每两分半钟产生一次，频率是比特币的四倍，并采用Scrypt算法挖矿。总量上限为8,400万枚。',
      'zh-TW':
        '萊特幣於2011年10月從比特幣衍生而來。其區塊約每兩分半鐘產生一次，頻率是比特幣的四倍，並採用Scrypt演算法挖礦。總量上限為8,400萬枚。',
      es: 'Litecoin se derivó de Bitcoin en octubre de 2011. Sus bloques llegan cada dos minutos y medio, cuatro veces más a menudo, y se mina con el algoritmo Scrypt. Existirán como máximo 84 millones de monedas.',
    },
  },
  BCH: {
    fullName: 'Bitcoin Cash',
    description: {
      en: 'Bitcoin Cash split from Bitcoin in August 2017 over the size of blocks. Larger blocks hold more payments, which keeps fees low. As with Bitcoin, at most 21 million coins will exist.',
      ko: '비트코인 캐시는 블록 크기를 둘러싼 논쟁 끝에 2017년 8월 비트코인에서 분리되었습니다. 더 큰 블록에 더 많은 거래를 담아 수수료를 낮게 유지합니다. 비트코인과 마찬가지로 최대 발행량은 2,100만 개입니다.',
      ja: 'ビットコインキャッシュは、ブロックの大きさを巡る議論から2017年8月にビットコインから分かれました。大きなブロックに多くの取引を収め、手数料を低く保ちます。発行上限はビットコインと同じ2,100万枚です。',
      'zh-CN':
        '比特币现金因区块大小之争于2017年8月从比特币分叉而来。更大的区块可容纳更多交易，使手续费保持低廉。与比特币一样，总量上限为2,100万枚。',
      'zh-TW':
        '比特幣現金因區塊大小之爭於2017年8月從比特幣分叉而來。更大的區塊可容納更多交易，使手續費保持低廉。與比特幣一樣，總量上限為2,100萬枚。',
      es: 'Bitcoin Cash se separó de Bitcoin en agosto de 2017 por el tamaño de los bloques. Los bloques más grandes admiten más pagos y mantienen bajas las comisiones. Como en Bitcoin, existirán como máximo 21 millones de monedas.',
    },
  },
  ADA: {
    fullName: 'Cardano',
    description: {
      en: 'ADA is the coin of Cardano, a proof-of-stake network for smart contracts that started in September 2017. Its Ouroboros protocol was published with peer-reviewed research. The supply is limited to 45 billion coins.',
      ko: '에이다(ADA)는 2017년 9월에 시작된 지분증명 스마트 계약 네트워크 카르다노의 코인입니다. 우로보로스 프로토콜은 동료 심사를 거친 연구와 함께 발표되었습니다. 공급량은 450억 개로 제한됩니다.',
      ja: 'ADAは、2017年9月に始まったプルーフ・オブ・ステークのスマートコントラクト基盤カルダノの通貨です。Ouroborosプロトコルは査読を経た研究とともに公開されました。供給量は450億枚に限られます。',
      'zh-CN':
        'ADA是卡尔达诺的代币。卡尔达诺是2017年9月启动的权益证明智能合约网络，其Ouroboros协议随同行评审的研究一同发表。供应量上限为450亿枚。',
      'zh-TW':
        'ADA是卡爾達諾的代幣。卡爾達諾是2017年9月啟動的權益證明智慧合約網路，其Ouroboros協定隨同儕審查的研究一同發表。供應量上限為450億枚。',
      es: 'ADA es la moneda de Cardano, una red de prueba de participación para contratos inteligentes que empezó en septiembre de 2017. Su protocolo Ouroboros se publicó con investigación revisada por pares. La oferta se limita a 45 000 millones de monedas.',
    },
  },
  DOGE: {
    fullName: 'Dogecoin',
    description: {
      en: 'Dogecoin began in December 2013 as a light-hearted coin with the Shiba Inu of an internet meme as its mascot. It is mined by proof of work with the Scrypt algorithm, together with Litecoin. Five billion new coins are issued each year, without an upper limit.',
      ko: '도지코인은 2013년 12월 인터넷 밈의 시바견을 마스코트로 삼아 장난스럽게 시작된 코인입니다. 스크립트(Scrypt) 알고리즘의 작업증명으로 라이트코인과 함께 채굴됩니다. 매년 50억 개가 새로 발행되며 상한은 없습니다.',
      ja: 'ドージコインは2013年12月、ネットミームの柴犬をマスコットにした遊び心のある通貨として始まりました。Scryptによるプルーフ・オブ・ワークで、ライトコインと一緒に採掘されます。毎年50億枚が新たに発行され、上限はありません。',
      'zh-CN':
        '狗狗币诞生于2013年12月，以网络迷因中的柴犬为吉祥物，起初带有玩笑性质。它采用Scrypt工作量证明，与莱特币联合挖矿。每年新发行50亿枚，没有总量上限。',
      'zh-TW':
        '狗狗幣誕生於2013年12月，以網路迷因中的柴犬為吉祥物，起初帶有玩笑性質。它採用Scrypt工作量證明，與萊特幣聯合挖礦。每年新發行50億枚，沒有總量上限。',
      es: 'Dogecoin nació en diciembre de 2013 como una moneda desenfadada con el shiba inu de un meme como mascota. Se mina con prueba de trabajo y el algoritmo Scrypt, junto con Litecoin. Cada año se emiten 5000 millones de monedas, sin límite máximo.',
    },
  },
  DOT: {
    fullName: 'Polkadot',
    description: {
      en: 'DOT is the coin of Polkadot, live since May 2020. Polkadot connects many specialised blockchains under shared security, so that they can exchange messages and value. Holders stake DOT and vote on how the network changes.',
      ko: 'DOT는 2020년 5월에 시작된 폴카닷의 코인입니다. 폴카닷은 여러 전문 블록체인을 공동 보안 아래 연결하여 메시지와 가치를 주고받게 합니다. 보유자는 DOT를 스테이킹하고 네트워크의 변경에 투표합니다.',
      ja: 'DOTは2020年5月に稼働したポルカドットの通貨です。ポルカドットは多くの専門ブロックチェーンを共有のセキュリティの下でつなぎ、メッセージや価値のやり取りを可能にします。保有者はDOTをステークし、ネットワークの変更に投票します。',
      'zh-CN':
        'DOT是波卡的代币，波卡于2020年5月上线。它在共享安全之下连接众多专用区块链，使其能够交换消息与价值。持有者可质押DOT并对网络变更投票。',
      'zh-TW':
        'DOT是波卡的代幣，波卡於2020年5月上線。它在共享安全之下連接眾多專用區塊鏈，使其能夠交換訊息與價值。持有者可質押DOT並對網路變更投票。',
      es: 'DOT es la moneda de Polkadot, activa desde mayo de 2020. Polkadot conecta muchas cadenas especializadas bajo una seguridad compartida para que intercambien mensajes y valor. Los titulares bloquean DOT y votan los cambios de la red.',
    },
  },
  LINK: {
    fullName: 'Chainlink',
    description: {
      en: 'LINK is the token of Chainlink, a network of oracles that brings outside data such as prices to smart contracts. Node operators are paid in LINK for their answers. The mainnet started on Ethereum in May 2019; one billion tokens exist at most.',
      ko: 'LINK는 가격 같은 외부 데이터를 스마트 계약에 전달하는 오라클 네트워크 체인링크의 토큰입니다. 노드 운영자는 응답의 대가로 LINK를 받습니다. 메인넷은 2019년 5월 이더리움에서 시작되었으며 최대 발행량은 10억 개입니다.',
      ja: 'LINKは、価格などの外部データをスマートコントラクトに届けるオラクルネットワーク、チェーンリンクのトークンです。ノード運営者は回答の対価としてLINKを受け取ります。メインネットは2019年5月にイーサリアム上で始まり、発行上限は10億枚です。',
      'zh-CN':
        'LINK是Chainlink的代币。Chainlink是把价格等外部数据带给智能合约的预言机网络，节点运营者因提供数据而获得LINK。主网于2019年5月在以太坊上线，总量上限为10亿枚。',
      'zh-TW':
        'LINK是Chainlink的代幣。Chainlink是把價格等外部資料帶給智慧合約的預言機網路，節點營運者因提供資料而獲得LINK。主網於2019年5月在以太坊上線，總量上限為10億枚。',
      es: 'LINK es el token de Chainlink, una red de oráculos que lleva datos externos, como los precios, a los contratos inteligentes. Los operadores de nodos cobran en LINK por sus respuestas. La red principal empezó en Ethereum en mayo de 2019; existen como máximo mil millones de tokens.',
    },
  },
  EOS: {
    fullName: 'EOS',
    description: {
      en: 'EOS is the coin of a smart-contract network that started in June 2018. Elected block producers secure it by delegated proof of stake, which gives short block times. Users obtain processor time, memory and bandwidth with their coins.',
      ko: 'EOS는 2018년 6월에 시작된 스마트 계약 네트워크의 코인입니다. 선출된 블록 생성자가 위임지분증명으로 네트워크를 지켜 블록 시간이 짧습니다. 사용자는 코인으로 연산 시간, 메모리, 대역폭을 확보합니다.',
      ja: 'EOSは2018年6月に始まったスマートコントラクト基盤の通貨です。選出されたブロック生成者が委任型プルーフ・オブ・ステークで守り、ブロック時間が短いのが特徴です。利用者は通貨で処理時間、メモリー、帯域を確保します。',
      'zh-CN':
        'EOS是2018年6月启动的智能合约网络的代币。选举产生的出块者以委托权益证明保护网络，出块时间很短。用户用代币获取处理器时间、内存和带宽。',
      'zh-TW':
        'EOS是2018年6月啟動的智慧合約網路的代幣。選舉產生的出塊者以委託權益證明保護網路，出塊時間很短。使用者用代幣取得處理器時間、記憶體和頻寬。',
      es: 'EOS es la moneda de una red de contratos inteligentes que empezó en junio de 2018. Productores de bloques elegidos la protegen con prueba de participación delegada, lo que da tiempos de bloque cortos. Los usuarios obtienen procesador, memoria y ancho de banda con sus monedas.',
    },
  },
};
