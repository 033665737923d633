"""Words of everyday life, in English, German, French and Spanish: a prompt that has them, where no record and no
session does, is about something else.

None has a common meaning in software. A project that is about such things knows its words, and then they do not count.
"""

_WORDS = {
    "a": (
        " abeille abeja abendessen abrigo abuela abuelo accordion acteur actor actress actrice actriz aeropuerto"
        " affe afghanistan africa ail airfare airline airlines airport ajo albania album alfombra algae algeria"
        " allergic allergy alligator almond almonds almuerzo alpen alps alquiler altitude america amsterdam angel"
        " angler anime ankara ankle anniversaire anniversary antarctica antibiotic antibiotics antiques antwerp"
        " apartment apfel apotheke appartement appetite apricot aquarium archery archipelago arctic argentina"
        " armenia arroz arsenal artist arzt asia asian asparagus aspirin asteroid asthma astrology astronaut"
        " astronomer astronomy athens atlantic attic aubergine auckland aunt aunties australia austria autobahn"
        " autocorrect autograph automne autumn avion avión avocado azúcar aéroport "
    ),
    "b": (
        " baby babysitter bach backache backen backpack bacon bacteria badger badminton bagel baguette bahn bahnhof"
        " bakeries bakery baking balcony baleine ballad ballena ballet ballroom banana banane bandage bangkok"
        " bangladesh banjo baptism barbecue barber barcelona barista baritone barriga baseball basel basement basil"
        " basketball bathroom bathtub bauch bauchschmerzen bayern beach beak beard beatles beaver bed bedroom bee"
        " beef beer bees beethoven beetle beetroot beijing belgium belly berg berge bergen berlin bern bet bett"
        " beurre bible bicicleta bicycle biene bienen bier bike bilbao billet billete binoculars biography biology"
        " birch bird birds birmingham birne birthday biscuit biscuits bizcocho bière blackberry blackjack blague"
        " blagues blanket bleach blender blister blizzard blood blouse blueberry blume blumen boat boda bogota"
        " boiled boiling bolivia bollywood bologna bone bones book books bookshelf bookstore boots bordeaux boss"
        " boston bouquet bowl boyfriend bra bracelet braces brain brake brakes braten bratwurst brazil bread"
        " breakfast breakup breeze brewery bricklayer bride bridesmaid bristol britain broadway broccoli brooch"
        " broom brot broth brother brownie brownies bruder bruise brunch brussels brötchen buch bucharest budapest"
        " budgie buffet bulb bulgaria bulldog bundeskanzler bundesliga bunk burglar burglary butcher butter"
        " butterfly buttermilk buy buying bär bücher "
    ),
    "c": (
        " caballo cabbage cadeau cadeaux cafe café cairo cake calculus calf calorie calories cambodia cambridge"
        " camera cameroon camisa campfire campsite canada canapé canary canciones canción candle canoe cantante"
        " canyon capitale cappuccino car caracas caravan carbon cardigan career carne carnival carpenter carpet"
        " carpool carrot cartoon carwash casero cashew casino casserole castle caterpillar cathedral cats"
        " cauliflower cebolla cedar ceilings celery cellar cello celsius cena cent cerdo cereza cerise cervantes"
        " cerveza chair champagne champignons champion championnat championship chancellor chandelier chanson"
        " chansons chanteur chapeau chaqueta charades chats chauffeur chaussures cheek cheese chemise chemistry"
        " cherries cherry chess chest cheval cheveux chicago chick chicken chickenpox chickpeas chien chiens chile"
        " chili chimney chimpanzee china chiste chistes chlorophyll chocolat chocolate choir choirs cholesterol"
        " chopin chopped christening christmas churchill cilantro cine cinema cinnamon cinéma citron clam clarinet"
        " cleaning cleopatra cliff climate closet clothes cloudy club clutch coast coat coche cochon cocina cocinar"
        " cockatoo cocktail coconut cod coffee coin coins cologne colombia colosseum columbus comedy comet commuter"
        " composer compost concert concerto conditioner conductor conejo confiture constipation conte continent cook"
        " cooking coriander corkscrew cornwall cosplay costume cotton couch cough countries country courgette cousin"
        " cousine crab cranberry cream croatia crochet crocodile croissant crosswalk crossword crow cruise cuba"
        " cucumber cuisine cuisiner cumpleaños cupboard cupcake curry curtain curtains cv cyprus czechia césped "
    ),
    "d": (
        " dachshund dad daffodil daisy dance dancing danube daughter dauphin dealership decathlon dedo deer delfin"
        " delfín delhi delicious denmark dent dentist dentista dentiste dents desayuno desert dessert detergent"
        " diabetes diarrhea diente dientes diet dinner dinosaur disease dish dishwasher dissertation divorce doctor"
        " dog doghouse dogs doigt dolphin dolphins domino dominoes donkey donut doorbell doorknob dough doughnut"
        " dragonfly drama drawer dresden dress drink drinks driving drizzle drummer drums drywall dublin dumbbell"
        " dumpling dumplings duvet dynasty déjeuner dîner "
    ),
    "e": (
        " eagle ear earrings ears earthquake earthworm easter eating ecuador edinburgh egg eggplant eggs egypt"
        " ehefrau ehemann eier eiffel einstein einwohner eis elbow electrician elefant elefante elephant embarazada"
        " embarazo embassy emperador empereur emperor enceinte england ensalada equator erdbeere erdbeeren erkältung"
        " espalda esposa espresso essay estonia ethanol ethiopia etiquette etymology euro europe european euros"
        " eurovision everest excel exhibition explorer eye eyebrow eyelash eyes "
    ),
    "f": (
        " facebook fahrenheit fahrkarte fahrrad fairy farine farmacia father faucet fence ferret ferry fertilizer"
        " fever fiancé fiancée fiction fieber fiebre fifa film filme filmmaker finger fingernail fingers finland"
        " finnish fireplace fisch fishing fitness fièvre flamingo fleisch fleur fleurs fleuve flight flights flirt"
        " flirting flor florence flores florist flour flower flowers flu flughafen flugzeug fluss flute fog fondue"
        " food foot football forehead forest fossil fox fracture fraise fraises france frankfurt freezer fresa"
        " fresas fridge fried friend friends frigo frog fromage frost fruit fruta fry frère frühling frühstück"
        " funeral furniture fußball fußballspiel fútbol "
    ),
    "g": (
        " gabel galaxy gandhi garden gardien gare garlic garten gasoline gato gatos gearbox gebirge geburtstag"
        " geburtstagsgeschenk gedicht gedichte gemüse geneva genoa genou geography geranium gerbil german germany"
        " geschenk geschenke gewitter ghana gift gifts ginger giraffe girlfriend gitarre glace glacier glasgow"
        " glasses glove gloves goalie goalkeeper goat god godmother goethe goldfish golf goose government graduation"
        " granada granddaughter grandfather grandma grandmother grandpa grandparents grandson grape grass"
        " grasshopper gravity gravy greece greek greenhouse grill grilled grillen groceries grocery grossesse"
        " großmutter großvater guatemala guerra guerre guitar guitare guitarra gurke gym gymnastics gâteau gâteaux "
    ),
    "h": (
        " haare habitantes habitants haie haiku hair hairdresser haiti halloween ham hamburg hamlet hammer hammock"
        " hamster handbag handball handsome hanger hanoi hanukkah harina harp hase hauptstadt havana hazelnut"
        " headache heating heatwave hebamme hedge hedgehog heel helado helicopter hemd hen herbst hermana hermano"
        " herring highway hike hiking himalaya himalayas hippopotamus hips hiver hobbies hobby hochzeit hockey"
        " holiday hollywood homerun homework honduras honey honeymoon honig hornet horno horoscope horoscopes horse"
        " horses hose hospital hostel hostels hotel hotels house houseboat housemate houses houston huevo huevos"
        " huhn humidity hummingbird hund hunde hungary hungry hurricane hurts husband husten hut hydrangea hydrogen"
        " hähnchen hôpital hôtel "
    ),
    "i": (
        " ibuprofen iceland icicle illness inch inches india indonesia inflation ingredients injury innings"
        " innsbruck insect insomnia instagram invented inventor invierno invitation iran iraq ireland ironing israel"
        " istanbul italian italy itch itchy "
    ),
    "j": (
        " jacke jacket jahrhundert jamaica jambon jamón japan japanese jardin jardín javelin jazz jeans jellyfish"
        " jetlag jewel jigsaw jogging johannesburg joke jokes jordan journey judo juice jungle juventus "
    ),
    "k": (
        " kaffee kaiser kangaroo kaninchen kanzler karate kartoffel kartoffeln katze kayak kazakhstan kekse kenya"
        " ketchup kettle kidnapping kidney kids kilogram kilograms kilojoule kilometer kilometers kilometres"
        " kindergarten king kino kirsche kiss kitchen kitten kittens klavier kleid knee knie knife knight knitting"
        " knoblauch koala kochen kopfschmerzen krakow krankenhaus krieg kuchen kuh kuwait kyoto käse könig küche"
        " kühlschrank "
    ),
    "l": (
        " labrador lachs ladybug lagoon lait lampshade landlord landlords lapin lasagna lasagne latin latte latvia"
        " laundromat laundry lausanne lavender lawn lawnmower lawsuit lawyer lawyers leash lebanon leche leeds leek"
        " leg lego leipzig lemon lemonade lentil lentils leonardo lettuce león libya lieder liga lightbulb lilac"
        " lima limerick limón lincoln linen lion lips lipstick lisbon lithuania litre litres liver liverpool lizard"
        " lluvia lobster locomotive logarithm london lonely lorry lottery louvre loyer lucky luggage lunar lunch"
        " lung lungs luxembourg lyon lyrics légumes löffel löwe "
    ),
    "m": (
        " mackerel madagascar madre madrid magpie malaysia malta mammoth manchester mandela mandolin mango manicure"
        " manila manteau mantel mantequilla manzana maple marathon mari mariage marido marinade marinate mariposa"
        " marmalade marmelade marriage married mars marseille marzipan mascara massage mattress mauritius mayonnaise"
        " mayor meadow meal measles meat medal medicine medieval meditation mediterranean meer meerschweinchen mehl"
        " melbourne melody melon mermelada meteor metre metres mexico michelangelo microwave midfielder miel miete"
        " migraine milan milch mile miles milk mindfulness minister mitochondria mittagessen mittens moldova mom"
        " monet mongolia mongolian monopoly montagne montagnes montaña montañas montenegro montevideo montreal moon"
        " moons moose mop morocco mortgage mortgages moscow mosquito moth mother motorcycle motorhome motorway"
        " mountain mountains moustache mouth mouton movie movies mozart muesli muffin mug mum mumbai mundial munich"
        " murder muscle muscles museum mushroom mushrooms music musical musik musique mussel mustard mutter märchen"
        " mère médecin médico météo música "
    ),
    "n": (
        " nachtisch nairobi nanny naples napoleon natación natation nausea nautical navidad neanderthal neck"
        " necklace necktie neffe neige neighbor neighbours nepal nephew netflix netherlands neutron nevera neveu"
        " newborn newspaper nicaragua nichte niece nieve nigeria nightingale nile nièce noodles noon norway"
        " norwegian novela novelist novella noël nudeln nurse nursery nut nutmeg "
    ),
    "o": (
        " oak oatmeal oats obst octopus oeuf oeufs ofen offside oignon ointment oiseau oiseaux olive olympic"
        " olympics oma omelet omelette oncle onion onkel opera orage orange orchard orchestra orchid oregano origami"
        " osaka oscar oscars oslo oso ostern otoño otter ounce ounces oveja oven owl oxford oxygen oyster "
    ),
    "p": (
        " paddle paella paintbrush painted painter painting paintings pajamas pakistan panama pancake pancakes"
        " pantalon pantalón pants papillon paprika paracetamol paraguay parents paris parking parliament parrot"
        " parsley passover passport pasta pastel patata patatas pavement peach peacock peanut peanuts pears peas"
        " pedestrian pediatrician peeled pelican pelo pelouse película películas penguin penguins peninsula pension"
        " pentathlon pera perfume perro perros peru pescado pet petrol pets pfeffer pferd pharaoh pharmacie"
        " pharmacist pharmacy philadelphia philippines philosopher photoshop photosynthesis physiotherapist piano"
        " picasso picnic pie pig pigeon pilates pill pillow pillowcase pilze pimienta pineapple pint piso pitcher"
        " pizza plage planet planets plaster playa pliers pluie plum plumber pluto plátano pneumonia podcast poem"
        " poema poemas poems poet poetry poets poire poisson poivre poker poland police polite politely politician"
        " politics pollo pomme pond pony poodle pope population pork porridge portero porto portugal portuguese"
        " postcard postcards postre potato potatoes pottery poulet powerpoint poème poèmes prague prawn prayer"
        " pregnancy pregnant preschool president presidente primavera prince princess printemps prison professor"
        " pronounce pronounced pronunciation proverb pruning präsident président pudding pullover pumpkin puppy"
        " pushups pyjamas pyramid pyramids pyrenees pájaro pájaros pâques pâtes père "
    ),
    "q": " qatar quarterback queen queso quijote ",
    "r": (
        " rabbit raccoon radfahren radiator radish railway rain rainbow raincoat raisin raisins ramadan rapper rasen"
        " rash raspberry rat receta recetas recette recettes referee referees referendum refrigerator regalo regalos"
        " regen reina reindeer reine reis reise religion rembrandt rent requin resfriado restaurant retire"
        " retirement revenue rey rezept rezepte rhine rhinoceros rhume rhyme rhymes rib ribs rice riddle risotto"
        " river rivers riz road roast roasted robe rodilla roi rollerblades roman romania rome roof roofer roommate"
        " rooster rosemary roses rotterdam roulette roundabout rowing rug rugby rum russia rwanda río "
    ),
    "s": (
        " sahara sail sailboat sailing sailor sal salad salat salmon salmón salsa salz salzburg sand sandals"
        " santiago sardine saturn sauce saucepan saumon sauna sausage sausages sauté saxophone scarf scarves schaf"
        " schauspieler schinken schmetterling schnee schnupfen schokolade scholarship schoolbag schuhe schwanger"
        " schwangerschaft schwein schwester schwimmen scissors scooter scorpion scotland scrabble screenplay"
        " screwdriver sculpture sea seagull seahorse seasons seattle sell senator senegal seoul serbia setas sevilla"
        " seville sewing shakespeare shampoo shanghai shark sheep sheriff shirt shoe shoelace shoes shop shopping"
        " shoulder shower shrimp sicily sick sidewalk sightseeing siglo simmer sing singapore singe singer singing"
        " sister sitcom situps siècle skate skateboard ski skiing skirt skunk sky sleepy slippers slovakia slovenia"
        " smartphone smoothie snail sneakers snow snowboard sobrina sobrino soccer sock socks soeur sofa sofia sofá"
        " soldier soleil somalia sombrero sommer son song songs sonne sonnet sonnets sopa soprano soulmate soup"
        " soupe sourdough souvenir souvenirs spaghetti spain spanish sparrow species spice spinach spine spinne"
        " splinter spoon spotify sprain spreadsheet sprinter spruce squats squirrel squirrels stadium stain stains"
        " stairs stationery steak steering stepfather stepmother stew stewardess stockholm stockings stomach stories"
        " strawberry striker stuttgart subway sucre sudan sudoku suitcase summer summit sunburn sunflower sunny"
        " sunrise sunscreen sunset superhero supermarket superstition suppe supper surf surgeon surgery sushi swan"
        " sweater sweden swedish sweet swim swimming switzerland sydney symphony syria sänger "
    ),
    "t": (
        " tablecloth tablespoon taiwan tale tall taller tallest tango tante tanzania tapis tarot tarta tartas tarte"
        " tasty tax taxi tea teapot teaspoon tee teenager teeth telenovela teller tenants tennis tenor tent teppich"
        " terrier thailand thames thanksgiving theater theatre therapist therapy thermodynamics thermostat thief"
        " thigh thirsty thriller throat thumb thunder thunderstorm thyme thé tiburón tide tiger tights tiktok tinder"
        " tire tires toaster toddler toe toenail tofu toilet tokyo toll tomate tomato tomatoes tongue tonsils tooth"
        " toothache toothbrush toothpaste tormenta tornado toronto tortilla tortoise torwart touchdown toulouse"
        " tourist tournament toux towel towels town tram tramway traube treadmill treehouse tren triathlon"
        " trigonometry trombone trophy trousers trout trumpet tsunami tub tuition tulip tuna tune tunisia turin"
        " turkey turmeric turtle tuxedo tyre tyres té tía tío "
    ),
    "u": " uganda ukraine ukulele umbrella uncle underwear uniform uranus uruguay utrecht uzbekistan ",
    "v": (
        " vaca vacation vaccine vache valencia valentine valley vancouver vase vater vegan vegetable vegetables"
        " vegetarian velvet venezuela venice ventre verano verduras verein vermieter veste vestido veterinarian"
        " viaje viande vienna vietnam viking vin vinegar vineyard vino vinyl violin visa vitamin vitamins vivaldi"
        " vocabulary vodka vogel voiture volcano volleyball vomiting voyage vulture vélo vögel "
    ),
    "w": (
        " waffle waffles wage waiter waitress wal wales wallpaper walnut waltz war wardrobe wars warsaw"
        " waschmaschine wasp watermelon wax wealthy weather wedding weeds weihnachten wein welder weltmeister"
        " weltmeisterschaft wetter whale whatsapp wheat whiskey whisky whodunit widow wife willow wimbledon"
        " windowsill windscreen windshield wine winery winter witch witz witze wohnung wolf wolves wood woodpecker"
        " woods wool wrench wrestling wrist wurst "
    ),
    "y": " yacht yeast yemen yoga yogurt youtube ",
    "z": (
        " zahn zahnarzt zapatos zebra ziege zimbabwe zitrone zodiac zoo zucchini zucker zug zugspitze zurich zwiebel"
        " zähne "
    ),
    "ä": " äpfel ärztin ",
    "é": " éléphant ",
}
"""Initial -> words, each between blanks. To search a short text costs the hook process less than to load a set."""


def is_everyday(word: str, *, is_foreign: bool = False) -> bool:
    """Whether a word in lower case is one of them, or the plural of one.

    `is_foreign` says that its text is in another language than English, whose words are looked up as well.
    """
    words = _WORDS.get(word[:1], "")
    if f" {word} " in words or f" {word.removesuffix('s')} " in words:
        return True
    if not is_foreign:
        return False
    from backstory.base.everyday_words_translated import is_everyday_abroad  # most prompts are in English

    return is_everyday_abroad(word)
