"""Words of everyday life: a prompt that has them, where no record and no session does, is about something else.

None has a common meaning in software. A project that is about such things knows its words, and then they do not count.
"""

_WORDS = """
aunt baby birthday boyfriend brother bride cousin daughter dad divorce father friend friends girlfriend grandfather
grandma grandmother grandpa husband kids mom mother mum nephew niece sister son uncle wedding wife landlord boss
roommate marriage married funeral bacon baking banana beef beer bread breakfast broth butter buttermilk cabbage cake
carrot cheese chicken chili chocolate cook cooking cream cucumber curry dessert dinner dish dough drink drinks eating
egg eggs flour food fridge fruit fry garlic grape grill ham honey ingredients juice kitchen lemon lunch marmalade meal
meat milk mushroom mushrooms noodles nut olive onion orange pancake pancakes pasta pears pie pizza pork potato
potatoes pudding rice risotto roast salad salmon sauce sausage soup sourdough spice spoon steak stew strawberry supper
sushi sweet tea tomato tomatoes vegan vegetable vegetables vegetarian vinegar vitamin vitamins wheat yeast yogurt
asparagus fondue espresso coffee café cafe bakery restaurant belly blood bone bones brain chest cough dentist diet
disease doctor ear ears eye eyes fever finger fingers flu foot gym hair headache hospital hurts illness injury kidney
knee leg lips liver lung medicine mouth muscle muscles neck nurse pill pregnancy pregnant shoulder sick sleepy stomach
surgery teeth therapy throat thumb toe tongue tooth vaccine yoga marathon jogging kilometres bee bees bird birds
butterfly cats chick crow deer dog dogs donkey eagle elephant fox frog goat goose hamster hen horse horses insect
kitten lion lizard moth octopus owl oyster parrot penguin pet pets pig pigeon pony puppy rabbit rat rooster shark
sheep snail sparrow squirrel swan tiger tortoise turtle whale wolf autumn beach breeze cliff climate coast desert
earthquake flower flowers forest fog garden grass hurricane jungle lawn meadow moon moons mountain mountains oak
planet planets pond rain river rivers sand sea seasons sky snow summer sunny sunrise sunset thunder tide tulip valley
volcano weather winter wood woods altitude nautical astronomy galaxy africa america amsterdam asia australia austria
barcelona beijing belgium berlin brazil britain canada chile china cornwall denmark dublin edinburgh egypt england
europe european finland finnish florence france geneva german germany greece greek hamburg hungary iceland india
ireland italian italy japan japanese kenya latin lisbon london madrid mexico milan mongolia moscow munich naples
norway norwegian oslo bergen paris poland portugal portuguese prague roman rome russia scotland spain spanish
stockholm sweden swedish switzerland sydney tokyo toronto turkey venice vienna wales warsaw zurich asian airline
airport bicycle bike boat conductor cruise driving ferry flight flights helicopter highway hike hiking hostel hotel
hotels journey luggage motorway passport petrol railway road sail sailing sailor subway suitcase taxi tourist tram
vacation visa voyage autobahn summit actor actress album artist ballet ballad beethoven biography book books bowl
camera cartoon cello chess choir cinema comedy composer concert costume crossword dance dancing drama essay exhibition
fairy fiction guitar haiku hamlet jazz joke jokes limerick lottery lyrics melody movie movies museum music musical
newspaper opera orchestra painting paintings piano podcast poem poems poet poetry rhyme rhymes riddle sculpture
shakespeare sing singer singing song songs sonnet stories tale theatre theater tune ukulele violin vocabulary
eurovision oscar baseball basketball bet champion championship club football fifa goalkeeper golf handball hockey
medal olympic olympics offside referee rugby skate ski skiing soccer stadium surf swim swimming tennis tournament
trophy volleyball apartment bathroom bed bedroom blanket candle carpet cellar chair closet couch cupboard curtain
curtains drawer fence fireplace furniture glasses hammer house houses kettle knife laundry lightbulb mattress pillow
pillowcase roof rug scissors shower sofa stain stains stairs tablecloth toilet towel towels tub vase wardrobe wax
windowsill bulb cleaning clothes coat dress glove hat jacket jeans jewel necklace pants scarf shirt shoe shoes skirt
sock socks sweater trousers uniform wool knitting sewing buy buying career cent christmas coin coins easter embassy
euro euros gift gifts government inflation invitation king lawyer lawyers mayor minister mortgage parliament pension
police politics politician president prince princess prison queen rent retire retirement revenue sell shop shopping
soldier tax town wage war prayer god religion bible pope angel witch astrology horoscope zodiac noon tall taller
tallest handsome delicious tasty hungry thirsty lonely polite politely wealthy celsius fahrenheit inch inches kilogram
kilograms litre litres mile miles ounce ounces pint teaspoon tablespoon metre metres kilometer kilometers country
countries population continent wars inventor invented painter explorer astronaut philosopher chemistry biology
geography ethanol oxygen hydrogen carbon species dinosaur fossil proverb etiquette spreadsheet powerpoint excel
smartphone whatsapp instagram facebook youtube tiktok netflix spotify photoshop autocorrect cv hobby hobbies lucky
kiss
"""
_TEXT = f" {_WORDS} ".replace("\n", " ")


def is_everyday(word: str) -> bool:
    """Whether a word in lower case is one of them, or the plural of one; looked up as in `base.usual`."""
    return f" {word} " in _TEXT or f" {word.removesuffix('s')} " in _TEXT
